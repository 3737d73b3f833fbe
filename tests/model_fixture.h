// A few ops without kernels, and what tests of graph files ask: the graph that a text expands to,
// written out, or what is wrong with it.

#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "base/error.h"
#include "graph/composite.h"
#include "graph/op_catalog.h"
#include "graph/shape_rules.h"
#include "model/read_model.h"

namespace graphrun::model_fixture {

inline void const_shape(ShapeContext& context) {
  context.set_output(0, context.attributes().tensor("value").shape);
}

inline void matmul_shape(ShapeContext& context) {
  const Shape& a = context.input(0);
  const Shape& b = context.input(1);
  if (!a.has_rank() || !b.has_rank()) {
    context.set_output(0, Shape{Shape::kUnknown, Shape::kUnknown});
    return;
  }
  for (const Shape* matrix : {&a, &b}) {
    if (matrix->rank() != 2) {
      throw ShapeFault{fmt::format("Shape must be rank 2 but is rank {}", matrix->rank())};
    }
  }
  const int a_column = context.attributes().boolean("transpose_a") ? 0 : 1;
  const int b_row = context.attributes().boolean("transpose_b") ? 1 : 0;
  merged_extent(a[a_column], b[b_row]);
  context.set_output(0, Shape{a[1 - a_column], b[1 - b_row]});
}

inline void split_shape(ShapeContext& context) {
  const auto parts = context.attributes().integer("num_split");
  if (parts < 1) throw ShapeFault{"Number of ways to split should be > 0"};
  Shape part = context.input(1);
  const auto value = context.value(0);
  const std::int64_t axis = value ? value->as<std::int32_t>()[0] : -1;
  if (!part.has_rank() || axis < 0 || axis >= part.rank()) {
    part = Shape::of_unknown_rank();
  } else if (part[static_cast<int>(axis)] % parts == 0) {
    part[static_cast<int>(axis)] /= parts;
  }
  for (int i = 0; i < context.outputs(); ++i) context.set_output(i, part);
}

// As tf.Variable: the variable itself, what sets it, and what reads it.
inline void make_variable(CompositeContext& context) {
  const std::string name(context.name());
  if (context.inputs().empty()) throw CompositeFault{"a Variable has an initial value", ""};
  const OutputRef initial = context.inputs().front();
  const Output& output = context.output(initial);
  Attributes attributes;
  attributes.set("shape", output.shape);
  const OutputRef variable = context.add(
      {.op = "VariableV2", .name = name, .attributes = attributes, .dtype = output.dtype});
  const OutputRef assign = context.add({.op = "Assign",
                                        .name = name + "/Assign",
                                        .inputs = {variable, initial},
                                        .colocated_with = {variable.node}});
  const OutputRef read = context.add({.op = "Identity",
                                      .name = name + "/read",
                                      .inputs = {variable},
                                      .colocated_with = {variable.node}});
  context.set_result(read);
  context.set_variable(variable);
  context.add_initializer(variable.node, assign.node);
}

inline OpCatalog make_ops() {
  const TypeAttribute number{.name = "T", .allowed = kNumberTypes};
  OpCatalog ops;
  ops.add(
      {.name = "Const",
       .outputs = {ArgDef::typed("output")},
       .type_attributes = {{.name = "dtype"}},
       .attributes =
           {{.name = "value", .kind = AttributeKind::tensor},
            {.name = "shape", .kind = AttributeKind::shape, .optional = true, .file_only = true}},
       .infer_shapes = const_shape});
  ops.add({.name = "Placeholder",
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "dtype"}},
           .attributes = {{.name = "shape", .kind = AttributeKind::shape, .optional = true}},
           .infer_shapes = shape_from_attribute});
  ops.add({.name = "Add",
           .inputs = {ArgDef::typed("x"), ArgDef::typed("y")},
           .outputs = {ArgDef::typed("z")},
           .type_attributes = {{.name = "T", .allowed = kNumberTypes | DTypes{DType::string}}},
           .infer_shapes = broadcast_of_inputs});
  ops.add(
      {.name = "MatMul",
       .inputs = {ArgDef::typed("a"), ArgDef::typed("b")},
       .outputs = {ArgDef::typed("product")},
       .type_attributes = {number},
       .attributes = {{.name = "transpose_a", .kind = AttributeKind::boolean, .otherwise = false},
                      {.name = "transpose_b", .kind = AttributeKind::boolean, .otherwise = false}},
       .infer_shapes = matmul_shape});
  ops.add({.name = "AddN",
           .inputs = {ArgDef::list("inputs")},
           .outputs = {ArgDef::typed("sum")},
           .type_attributes = {number},
           .infer_shapes = same_as_all_inputs});
  ops.add({.name = "Identity",
           .inputs = {ArgDef::typed("input")},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "T"}},
           .infer_shapes = same_as_first_input});
  ops.add({.name = "NoOp"});
  ops.add({.name = "Split",
           .inputs = {ArgDef::of("axis", DType::int32), ArgDef::typed("value")},
           .outputs = {{.name = "output", .is_list = true, .count_attribute = "num_split"}},
           .type_attributes = {number},
           .attributes = {{.name = "num_split", .kind = AttributeKind::integer}},
           .infer_shapes = split_shape});
  ops.add({.name = "Cast",
           .inputs = {ArgDef::typed("x", 0)},
           .outputs = {ArgDef::typed("y", 1)},
           .type_attributes = {{.name = "SrcT"}, {.name = "DstT"}},
           .infer_shapes = same_as_first_input});
  ops.add(
      {.name = "ConcatV2",
       .inputs = {ArgDef::list("values"), ArgDef::typed("axis", 1)},
       .outputs = {ArgDef::typed("output")},
       .type_attributes = {
           {.name = "T"},
           {.name = "Tidx", .allowed = {DType::int32, DType::int64}, .otherwise = DType::int32}}});
  ops.add(
      {.name = "Sum",
       .inputs = {ArgDef::typed("input"),
                  {.name = "axis",
                   .kind = ArgDef::Kind::fixed,
                   .dtype = DType::int32,
                   .is_optional = true}},
       .outputs = {ArgDef::typed("output")},
       .type_attributes = {number},
       .attributes = {{.name = "keep_dims", .kind = AttributeKind::boolean, .otherwise = false}}});
  ops.add({.name = "VariableV2",
           .outputs = {ArgDef::ref("ref")},
           .type_attributes = {{.name = "dtype"}},
           .attributes = {{.name = "shape", .kind = AttributeKind::shape}},
           .infer_shapes = shape_from_attribute,
           .is_stateful = true});
  ops.add({.name = "Assign",
           .inputs = {ArgDef::ref("ref"), ArgDef::typed("value")},
           .outputs = {ArgDef::ref("output_ref")},
           .type_attributes = {{.name = "T"}},
           .infer_shapes = same_as_all_inputs});
  ops.add({.name = "Variable",
           .inputs = {ArgDef::typed("initial_value")},
           .type_attributes = {{.name = "dtype"}},
           .expand = make_variable});
  return ops;
}

inline const OpCatalog& ops() {
  static const OpCatalog catalog = make_ops();
  return catalog;
}

inline Model expanded(const std::string& text, const ReadOptions& options = {}) {
  return read_model_text("m.yaml", text, ops(), options);
}

// What is wrong with the file; empty: nothing.
inline std::string complaints_about(const std::string& text, const ReadOptions& options = {}) {
  try {
    expanded(text, options);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

// A node as a line: "c = MatMul(a, b:1, ^d) on /gpu:0 with e".
inline std::string line_of(const Graph& graph, NodeId id) {
  const Node& node = graph.node(id);
  std::string inputs;
  const auto add = [&](const std::string& input) {
    inputs += (inputs.empty() ? "" : ", ") + input;
  };
  for (const OutputRef input : graph.inputs(id)) add(graph.tensor_name(input));
  for (const NodeId control : graph.control_inputs(id)) {
    add("^" + std::string(graph.node(control).name));
  }
  std::string line = fmt::format("{} = {}", node.name, node.op->name);
  if (!inputs.empty()) line += "(" + inputs + ")";
  if (node.request != kNoRequest) line += " on " + graph.request(id).written;
  for (const NodeId partner : graph.colocated_with(id)) {
    line += fmt::format(" with {}", graph.node(partner).name);
  }
  return line;
}

// The graph as lines, in the file's order.
inline std::string graph_of(const std::string& text, const ReadOptions& options = {}) {
  const Model model = expanded(text, options);
  std::string lines;
  for (NodeId id = 0; id < model.graph.size(); ++id) lines += line_of(model.graph, id) + "\n";
  return lines;
}

// "c = [2,2] float32"
inline std::string output_of(const Model& model, std::string_view name, std::uint32_t index = 0) {
  const Output& output = model.graph.output({model.graph.find(name), index});
  return fmt::format("{} {}{}", to_string(output.shape), graphrun::name(output.dtype),
                     output.is_ref ? " ref" : "");
}

// "c, sum:1"
inline std::string fetches_of(const std::string& text) {
  std::string names;
  for (const Fetch& fetch : expanded(text).fetches) {
    names += (names.empty() ? "" : ", ") + fetch.name;
  }
  return names;
}

}  // namespace graphrun::model_fixture
