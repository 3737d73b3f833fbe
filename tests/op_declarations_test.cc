#include "model/op_declarations.h"

#include "base/error.h"
#include "catch.h"
#include "scratch_folder.h"

namespace graphrun {
namespace {

using Kind = ArgDef::Kind;

// Relu is built in; all else is the text's.
OpCatalog catalog() {
  OpCatalog ops;
  ops.add({.name = "Relu", .inputs = {ArgDef::typed("features")}, .type_attributes = {{"T"}}});
  return ops;
}

OpCatalog read(const std::string& text) {
  OpCatalog ops = catalog();
  read_op_declarations_text("ops.yaml", text, ops);
  return ops;
}

// The one op that `text` declares, which is called Op.
OpDef read_op(const std::string& text) {
  const OpCatalog ops = read(text);
  REQUIRE(ops.find("Op") != nullptr);
  return *ops.find("Op");
}

std::string complaints_about(const std::string& text) {
  try {
    read(text);
  } catch (const Error& error) {
    CHECK(error.status() == ExitStatus::invalid);
    return error.what();
  }
  return "no complaint";
}

TypeValues with(DType dtype) {
  TypeValues types{};
  types[0] = dtype;
  return types;
}

template <typename T>
T default_of(const OpDef& op, std::string_view attribute) {
  const AttributeDef* def = op.attribute(attribute);
  REQUIRE(def != nullptr);
  REQUIRE(def->otherwise.has_value());
  REQUIRE(std::holds_alternative<T>(*def->otherwise));
  return std::get<T>(*def->otherwise);
}

TEST_CASE("the specification's example declares a lookup table") {
  const OpCatalog ops = read(R"(
ops:
  LookupTable:
    inputs: [string, int64]         # a dtype, T (an attribute, below), ref(T), resource, or any
    outputs: [T]                    # empty list: an op without outputs
    attrs: {T: {default: float32}}
    kernels:                        # no entry for a device type: no kernel there
      CPU: {}
      GPU: {T: [float32, float16], priority: 0, host_inputs: [0]}
)");
  const OpDef* op = ops.find("LookupTable");
  REQUIRE(op != nullptr);
  CHECK(op->declared_in == "ops.yaml");
  REQUIRE(op->inputs.size() == 2);
  CHECK(op->inputs[0].name == "input0");
  CHECK(op->inputs[0].kind == Kind::fixed);
  CHECK(op->inputs[0].dtype == DType::string);
  CHECK(op->inputs[1].name == "input1");
  CHECK(op->inputs[1].dtype == DType::int64);
  REQUIRE(op->outputs.size() == 1);
  CHECK(op->outputs[0].name == "output0");
  CHECK(op->outputs[0].kind == Kind::attribute);
  CHECK(op->outputs[0].type_attribute == 0);
  REQUIRE(op->type_attributes.size() == 1);
  CHECK(op->type_attributes[0].name == "T");
  CHECK(op->type_attributes[0].otherwise == DType::float32);
  CHECK(op->attributes.empty());
  CHECK_FALSE(op->is_metadata);
  CHECK_FALSE(op->is_stateful);

  const KernelDef* on_cpu = find_kernel(*op, DeviceType::cpu, with(DType::string));
  REQUIRE(on_cpu != nullptr);
  CHECK(on_cpu->run == nullptr);
  CHECK(on_cpu->host_inputs.empty());
  const KernelDef* on_gpu = find_kernel(*op, DeviceType::gpu, with(DType::float16));
  REQUIRE(on_gpu != nullptr);
  CHECK(on_gpu->run == nullptr);
  CHECK(on_gpu->host_inputs == std::vector<int>{0});
  CHECK(find_kernel(*op, DeviceType::gpu, with(DType::float64)) == nullptr);
}

TEST_CASE("an op of which nothing is said has no arguments and runs nowhere") {
  const OpDef op = read_op("ops: {Op: {}}");
  CHECK(op.inputs.empty());
  CHECK(op.outputs.empty());
  CHECK(op.kernels.empty());
  CHECK(read_op("ops: {Op: {inputs: [], outputs:, attrs:, kernels:}}").outputs.empty());
}

TEST_CASE("an argument is a dtype, an attribute, a resource or anything, or a reference") {
  const OpDef op = read_op(
      "ops:\n"
      "  Op:\n"
      "    inputs: [ref(T), resource, any, DT_FLOAT, ref(int32)]\n"
      "    attrs: {U: {type: type}, T: {}}\n");
  REQUIRE(op.inputs.size() == 5);
  CHECK(op.inputs[0].kind == Kind::attribute);
  CHECK(op.inputs[0].type_attribute == 1);  // in the order of attrs
  CHECK(op.inputs[0].is_ref);
  CHECK(op.inputs[1].kind == Kind::fixed);
  CHECK(op.inputs[1].dtype == DType::resource);
  CHECK_FALSE(op.inputs[1].is_ref);
  CHECK(op.inputs[2].kind == Kind::any);
  CHECK(op.inputs[3].dtype == DType::float32);
  CHECK(op.inputs[4].dtype == DType::int32);
  CHECK(op.inputs[4].is_ref);
}

TEST_CASE("arguments can have names, and be lists") {
  const OpDef op = read_op(
      "ops:\n"
      "  Op:\n"
      "    inputs: [int32, {name: values, type: T, list: true}]\n"
      "    outputs:\n"
      "      - {type: T, list: true, count: N}\n"
      "      - {name: rest, type: ref(T)}\n"
      "    attrs: {T: {}, N: {type: int}}\n");
  CHECK(op.inputs[0].name == "input0");
  CHECK_FALSE(op.inputs[0].is_list);
  CHECK(op.inputs[1].name == "values");
  CHECK(op.inputs[1].is_list);
  CHECK(op.outputs[0].name == "output0");
  CHECK(op.outputs[0].is_list);
  CHECK(op.outputs[0].count_attribute == "N");
  CHECK(op.outputs[1].name == "rest");
  CHECK(op.outputs[1].is_ref);
  CHECK(op.outputs[1].count_attribute.empty());
}

TEST_CASE("an attribute is a type when an argument is of it, or when its default is a dtype") {
  const OpDef op = read_op(
      "ops:\n"
      "  Op:\n"
      "    outputs: [{type: ref(T)}]\n"
      "    attrs:\n"
      "      T:\n"
      "      dtype: {default: float32}\n"
      "      Tidx: {type: type, allowed: [int32, int64], default: int64}\n"
      "      name_of_type: {default: \"float32\"}\n");
  REQUIRE(op.type_attributes.size() == 3);
  CHECK(op.type_attributes[0].name == "T");
  CHECK(op.type_attributes[0].otherwise == std::nullopt);
  CHECK(op.type_attributes[0].allowed == DTypes::all());
  CHECK(op.type_attributes[1].otherwise == DType::float32);
  CHECK(op.type_attributes[2].allowed == DTypes{DType::int32, DType::int64});
  CHECK(op.type_attributes[2].otherwise == DType::int64);
  CHECK(default_of<std::string>(op, "name_of_type") == "float32");
}

TEST_CASE("an attribute without a default must be given, any other has the default's value") {
  const OpDef op = read_op(R"(
ops:
  Op:
    attrs:
      required: {type: int}
      flag: {default: true}
      axis: {default: -1}
      rate: {default: 0.5}
      scale: {type: float, default: 2}
      container: {default: ""}
      shape: {type: shape, default: [2, null]}
      value: {type: tensor, default: [[1, 2]]}
      strides: {type: list(int), default: [1, 2]}
      factors: {type: list(float), default: [1, 0.5]}
      words: {type: list(string), default: [a, b]}
      Tout: {type: list(type), default: [float32, string]}
      shapes: {type: list(shape), default: [[1], []]}
)");
  CHECK(op.type_attributes.empty());
  REQUIRE(op.attribute("required") != nullptr);
  CHECK(op.attribute("required")->kind == AttributeKind::integer);
  CHECK_FALSE(op.attribute("required")->otherwise.has_value());
  CHECK_FALSE(op.attribute("required")->optional);
  CHECK(default_of<bool>(op, "flag"));
  CHECK(default_of<std::int64_t>(op, "axis") == -1);
  CHECK(default_of<double>(op, "rate") == 0.5);
  CHECK(default_of<double>(op, "scale") == 2.0);
  CHECK(default_of<std::string>(op, "container").empty());
  CHECK(default_of<Shape>(op, "shape") == Shape{2, Shape::kUnknown});
  CHECK(default_of<TensorLiteral>(op, "value").dtype == DType::int32);
  CHECK(default_of<TensorLiteral>(op, "value").shape == Shape{1, 2});
  CHECK(default_of<std::vector<std::int64_t>>(op, "strides") == std::vector<std::int64_t>{1, 2});
  CHECK(default_of<std::vector<double>>(op, "factors") == std::vector<double>{1, 0.5});
  CHECK(default_of<std::vector<std::string>>(op, "words") == std::vector<std::string>{"a", "b"});
  CHECK(default_of<std::vector<DType>>(op, "Tout") ==
        std::vector<DType>{DType::float32, DType::string});
  CHECK(default_of<std::vector<Shape>>(op, "shapes") == std::vector<Shape>{Shape{1}, Shape{}});
}

TEST_CASE("a device type can have several kernels, told apart by their types or priority") {
  const OpDef op = read_op(
      "ops:\n"
      "  Op:\n"
      "    inputs: [T, int32]\n"
      "    outputs: [T]\n"
      "    attrs: {T: {}}\n"
      "    kernels:\n"
      "      CPU:\n"
      "      GPU:\n"
      "        - {T: float32}\n"
      "        - {T: int32, host_inputs: [0, 1], host_outputs: [0]}\n"
      "        - {T: int32, priority: -1}\n");
  REQUIRE(op.kernels.size() == 4);
  CHECK(find_kernel(op, DeviceType::cpu, with(DType::boolean)) == &op.kernels[0]);
  CHECK(find_kernel(op, DeviceType::gpu, with(DType::float32)) == &op.kernels[1]);
  CHECK(find_kernel(op, DeviceType::gpu, with(DType::int32)) == &op.kernels[2]);
  CHECK(op.kernels[2].host_inputs == std::vector<int>{0, 1});
  CHECK(op.kernels[2].host_outputs == std::vector<int>{0});
  CHECK(op.kernels[3].priority == -1);
}

TEST_CASE("an op can be metadata, have a state and a summary") {
  const OpDef op = read_op(
      "ops: {Op: {inputs: [any], outputs: [int32], metadata: true, stateful: true, "
      "summary: Counts.}}");
  CHECK(op.is_metadata);
  CHECK(op.is_stateful);
  CHECK(op.summary == "Counts.");
}

TEST_CASE("an op that exists is not declared again") {
  CHECK(complaints_about("ops:\n"
                         "  Relu: {inputs: [float32]}\n") ==
        "ops.yaml:2:3: op 'Relu' exists already\n"
        " 2 |   Relu: {inputs: [float32]}\n"
        "   |   ^ it is built in");
  OpCatalog ops = read("ops: {Op: {}}");
  std::string message;
  try {
    read_op_declarations_text("more.yaml", "ops: {New: {}, Op: {}}", ops);
  } catch (const Error& error) {
    message = error.what();
  }
  CHECK(message ==
        "more.yaml:1:16: op 'Op' exists already\n"
        " 1 | ops: {New: {}, Op: {}}\n"
        "   |                ^ it is declared in 'ops.yaml'");
  CHECK(ops.find("New") == nullptr);  // all or none
  CHECK(complaints_about("ops:\n"
                         "  Op: {}\n"
                         "  Op: {}\n")
            .starts_with("ops.yaml:3:3: duplicate key 'Op'\n"));
}

TEST_CASE("all faults of a file of ops are shown at once, each at its place") {
  CHECK(complaints_about("ops:\n"
                         "  A:\n"
                         "    input: [float32]\n"
                         "    outputs: [flaot32, ref(U), bogus]\n"
                         "    attrs: {T: {default: float3}}\n"
                         "    kernels: {gpu: {}, CPU: {T: [int33], host_input: [0]}}\n"
                         "  B: 3\n"
                         "  C:\n"
                         "    inputs: [T]\n"
                         "    attrs: {T: float32}\n") ==
        "ops.yaml:3:5: unknown key 'input'\n"
        " 3 |     input: [float32]\n"
        "   |     ^ did you mean 'inputs'?\n"
        "ops.yaml:4:15: unknown type 'flaot32'\n"
        " 4 |     outputs: [flaot32, ref(U), bogus]\n"
        "   |               ^ did you mean 'float32'?\n"
        "ops.yaml:4:28: unknown type 'U'\n"
        " 4 |     outputs: [flaot32, ref(U), bogus]\n"
        "   |                            ^ a type is a dtype, one of 'attrs', 'any', or ref() of "
        "these\n"
        "ops.yaml:4:32: unknown type 'bogus'\n"
        " 4 |     outputs: [flaot32, ref(U), bogus]\n"
        "   |                                ^ a type is a dtype, one of 'attrs', 'any', or ref() "
        "of these\n"
        "ops.yaml:5:26: unknown type 'float3'\n"
        " 5 |     attrs: {T: {default: float3}}\n"
        "   |                          ^ did you mean 'float32'?\n"
        "   hint: a text stands in quotes, or beside 'type: string'\n"
        "ops.yaml:6:15: unknown key 'gpu'\n"
        " 6 |     kernels: {gpu: {}, CPU: {T: [int33], host_input: [0]}}\n"
        "   |               ^ did you mean 'GPU'?\n"
        "ops.yaml:6:34: unknown type 'int33'\n"
        " 6 |     kernels: {gpu: {}, CPU: {T: [int33], host_input: [0]}}\n"
        "   |                                  ^ did you mean 'int32'?\n"
        "ops.yaml:6:42: unknown key 'host_input'\n"
        " 6 |     kernels: {gpu: {}, CPU: {T: [int33], host_input: [0]}}\n"
        "   |                                          ^ did you mean 'host_inputs'?\n"
        "ops.yaml:7:6: expected an op: {inputs: [...], outputs: [...], ...}, got '3'\n"
        " 7 |   B: 3\n"
        "   |      ^\n"
        "ops.yaml:10:16: expected an attribute: {type: int, default: 0}, got 'float32'\n"
        " 10 |     attrs: {T: float32}\n"
        "    |                ^");
}

TEST_CASE("an attribute says of what type it is, one way") {
  CHECK(complaints_about("ops:\n"
                         "  Op:\n"
                         "    inputs: [N]\n"
                         "    attrs:\n"
                         "      N: {type: int}\n"
                         "      a:\n"
                         "      b: {type: integer}\n"
                         "      c: {default: [1]}\n"
                         "      d: {default: 1, allowed: [int32]}\n"
                         "      e: {default: int32, allowed: [float32, float64]}\n"
                         "      f: {type: type, allowed: []}\n"
                         "      g: {type: int, default: x}\n"
                         "      h: {default: $n}\n"
                         "      3d: {default: 1}\n"
                         "      i: {default: text}\n") ==
        "ops.yaml:5:17: 'N' is the type of an argument, not 'int'\n"
        " 5 |       N: {type: int}\n"
        "   |                 ^ expected 'type'\n"
        "ops.yaml:6:7: attribute 'a' has no 'type'\n"
        " 6 |       a:\n"
        "   |       ^ neither a default nor an argument tells it\n"
        "ops.yaml:7:17: attributes have no type 'integer'\n"
        " 7 |       b: {type: integer}\n"
        "   |                 ^ expected 'bool', 'int', 'float', 'string', 'shape', 'tensor', "
        "'list(int)', 'list(float)', 'list(string)', 'list(type)', 'list(shape)' or 'type'\n"
        "ops.yaml:8:7: attribute 'c' has no 'type'\n"
        " 8 |       c: {default: [1]}\n"
        "   |       ^ its default does not tell it\n"
        "ops.yaml:9:32: 'd' is not a type attribute\n"
        " 9 |       d: {default: 1, allowed: [int32]}\n"
        "   |                                ^ only those have 'allowed'\n"
        "ops.yaml:10:20: int32 is not among the types that are allowed for 'e'\n"
        " 10 |       e: {default: int32, allowed: [float32, float64]}\n"
        "    |                    ^\n"
        "ops.yaml:11:32: expected at least one type, got an empty list\n"
        " 11 |       f: {type: type, allowed: []}\n"
        "    |                                ^\n"
        "ops.yaml:12:31: expected an integer, got text 'x'\n"
        " 12 |       g: {type: int, default: x}\n"
        "    |                               ^\n"
        "ops.yaml:13:20: a default cannot hold a '$'\n"
        " 13 |       h: {default: $n}\n"
        "    |                    ^\n"
        "ops.yaml:14:7: '3d' is not an attribute's name\n"
        " 14 |       3d: {default: 1}\n"
        "    |       ^ a letter, then letters, digits and '_'\n"
        "ops.yaml:15:20: unknown type 'text'\n"
        " 15 |       i: {default: text}\n"
        "    |                    ^\n"
        "    hint: a text stands in quotes, or beside 'type: string'");
}

TEST_CASE("an op has at most four type attributes") {
  CHECK(complaints_about("ops:\n"
                         "  Op:\n"
                         "    inputs: [A, B, C, D, E]\n"
                         "    attrs: {A: {}, B: {}, C: {}, D: {}, E: {}}\n") ==
        "ops.yaml:4:41: an op has at most 4 type attributes\n"
        " 4 |     attrs: {A: {}, B: {}, C: {}, D: {}, E: {}}\n"
        "   |                                         ^");
}

TEST_CASE("arguments are named once, and one list takes what the others leave") {
  CHECK(complaints_about("ops:\n"
                         "  Op:\n"
                         "    inputs:\n"
                         "      - {name: input1, type: any, list: true}\n"
                         "      - int32\n"
                         "      - {name: x, type: any, list: true}\n"
                         "      - {name: 1x, type: any, list: maybe, count: N}\n"
                         "      - {name: y}\n"
                         "      - [int32]\n"
                         "    outputs:\n"
                         "      - {type: int32, list: true, count: N}\n"
                         "      - {type: int32, count: M}\n"
                         "    attrs: {M: {type: int}}\n") ==
        "ops.yaml:5:9: two inputs are called 'input1'\n"
        " 5 |       - int32\n"
        "   |         ^\n"
        "ops.yaml:6:9: a second list of inputs\n"
        " 6 |       - {name: x, type: any, list: true}\n"
        "   |         ^ one list takes all inputs that the others leave\n"
        "ops.yaml:7:16: '1x' is not an input's name\n"
        " 7 |       - {name: 1x, type: any, list: maybe, count: N}\n"
        "   |                ^ a letter, then letters, digits and '_'\n"
        "ops.yaml:7:37: expected true or false, got 'maybe'\n"
        " 7 |       - {name: 1x, type: any, list: maybe, count: N}\n"
        "   |                                     ^\n"
        "ops.yaml:7:44: unknown key 'count'\n"
        " 7 |       - {name: 1x, type: any, list: maybe, count: N}\n"
        "   |                                            ^ an input has 'name', 'type' and 'list'\n"
        "ops.yaml:8:9: this input has no 'type'\n"
        " 8 |       - {name: y}\n"
        "   |         ^\n"
        "ops.yaml:9:9: expected an input, such as float32 or {name: x, type: T}, got a list\n"
        " 9 |       - [int32]\n"
        "   |         ^\n"
        "ops.yaml:11:42: 'N' is not an integer attribute of 'Op'\n"
        " 11 |       - {type: int32, list: true, count: N}\n"
        "    |                                          ^\n"
        "ops.yaml:12:30: an output that is not a list has no 'count'\n"
        " 12 |       - {type: int32, count: M}\n"
        "    |                              ^ add 'list: true'");
}

TEST_CASE("kernels fit the op, and each other") {
  CHECK(complaints_about("ops:\n"
                         "  Op:\n"
                         "    inputs: [T]\n"
                         "    attrs: {T: {}}\n"
                         "    kernels:\n"
                         "      CPU: {host_inputs: [1], host_outputs: [0], priority: 1.5}\n"
                         "      GPU:\n"
                         "        - {T: [float32, int32]}\n"
                         "        - {T: [int32, bool], priority: 0}\n"
                         "        - {T: [], host_inputs: 0, priority: 3000000000}\n"
                         "        - float32\n") ==
        "ops.yaml:6:27: there is no input 1\n"
        " 6 |       CPU: {host_inputs: [1], host_outputs: [0], priority: 1.5}\n"
        "   |                           ^ the last is 0\n"
        "ops.yaml:6:46: there is no output 0\n"
        " 6 |       CPU: {host_inputs: [1], host_outputs: [0], priority: 1.5}\n"
        "   |                                              ^ 'Op' has no outputs\n"
        "ops.yaml:6:60: expected a priority, such as 0, got '1.5'\n"
        " 6 |       CPU: {host_inputs: [1], host_outputs: [0], priority: 1.5}\n"
        "   |                                                            ^\n"
        "ops.yaml:9:11: two kernels of 'Op' for a GPU take the same types\n"
        " 9 |         - {T: [int32, bool], priority: 0}\n"
        "   |           ^ the one of higher 'priority' would be taken\n"
        "ops.yaml:10:15: expected at least one type, got an empty list\n"
        " 10 |         - {T: [], host_inputs: 0, priority: 3000000000}\n"
        "    |               ^\n"
        "ops.yaml:10:32: expected a list of inputs' positions, got '0'\n"
        " 10 |         - {T: [], host_inputs: 0, priority: 3000000000}\n"
        "    |                                ^\n"
        "ops.yaml:10:45: 3000000000 does not fit int32\n"
        " 10 |         - {T: [], host_inputs: 0, priority: 3000000000}\n"
        "    |                                             ^\n"
        "ops.yaml:11:11: expected a kernel, such as {} or {priority: 1}, got 'float32'\n"
        " 11 |         - float32\n"
        "    |           ^");
}

TEST_CASE("an op's name can be written in a graph") {
  CHECK(complaints_about("ops: {\"my op\": {}}") ==
        "ops.yaml:1:7: 'my op' is not an op's name\n"
        " 1 | ops: {\"my op\": {}}\n"
        "   |       ^ a letter, then letters, digits and '_'");
}

TEST_CASE("a file of ops is a mapping of ops") {
  CHECK(complaints_about("") ==
        "ops.yaml:1:1: expected a mapping with 'ops', got nothing\n"
        " 1 | \n"
        "   | ^");
  CHECK(complaints_about("op: {}\n") ==
        "ops.yaml:1:1: unknown key 'op'\n"
        " 1 | op: {}\n"
        "   | ^ did you mean 'ops'?\n"
        "ops.yaml:1:1: there is no 'ops'\n"
        " 1 | op: {}\n"
        "   | ^");
  CHECK(complaints_about("ops: [Op]\n") ==
        "ops.yaml:1:6: expected a mapping: op: {inputs: [...], outputs: [...]}, got a list\n"
        " 1 | ops: [Op]\n"
        "   |      ^");
}

TEST_CASE("the file that declares an op is the one that was named") {
  const ScratchFolder folder;
  const std::string path = folder.with("o.yaml", "ops: {Op: {}}\n");
  OpCatalog ops;
  read_op_declarations(path, ops);
  REQUIRE(ops.find("Op") != nullptr);
  CHECK(ops.find("Op")->declared_in == path);
  CHECK(file_error([&] { read_op_declarations(folder.path("none.yaml"), ops); }) ==
        "cannot read '" + folder.path("none.yaml") + "': No such file or directory");
}

}  // namespace
}  // namespace graphrun
