#include "report/op_text.h"

#include "catch.h"
#include "report_fixture.h"

namespace graphrun {
namespace {

std::string shown(std::string_view name) { return op_text(*report_fixture::ops().find(name)); }

TEST_CASE("the list of ops has them by name, with what they do") {
  OpCatalog ops;
  ops.add({.name = "Relu", .summary = "What is not negative."});
  ops.add({.name = "AddN", .summary = "The sum of its inputs."});
  ops.add({.name = "Declared"});
  CHECK(op_list(ops) ==
        "AddN      The sum of its inputs.\n"
        "Declared\n"
        "Relu      What is not negative.\n");
}

TEST_CASE("an op in full has its inputs, outputs, attributes and kernels") {
  CHECK(shown("MatMul") ==
        "MatMul: The product of two matrices.\n"
        "  inputs\n"
        "    a  T\n"
        "    b  T\n"
        "  outputs\n"
        "    product  T\n"
        "  attributes\n"
        "    T            a type: float32, float64, int32; as its inputs have it\n"
        "    transpose_a  true or false; default false\n"
        "    transpose_b  true or false; default false\n"
        "  kernels\n"
        "    CPU  T: float32, int32\n"
        "    GPU  T: float32\n");
}

TEST_CASE("arguments in host memory and a kernel's priority are shown") {
  CHECK(shown("Reshape") ==
        "Reshape\n"
        "  inputs\n"
        "    tensor  T\n"
        "    shape   int32\n"
        "  outputs\n"
        "    output  T\n"
        "  attributes\n"
        "    T  a type; as its inputs have it\n"
        "  kernels\n"
        "    CPU  any type\n"
        "    GPU  T: float32; priority 1; in host memory: shape\n");
}

TEST_CASE("lists, references and what must be given are shown") {
  CHECK(shown("AddN").find("    inputs  a list of T\n") != std::string::npos);
  CHECK(shown("Split").find("    output  a list of num_split T\n") != std::string::npos);
  CHECK(shown("Split").find("    num_split  an integer; must be given\n") != std::string::npos);
  CHECK(shown("VariableV2") ==
        "VariableV2\n"
        "  stateful: runs with the same inputs may differ\n"
        "  outputs\n"
        "    ref  ref(dtype)\n"
        "  attributes\n"
        "    dtype  a type\n"
        "    shape  a shape, such as [2, 3]; must be given\n"
        "  kernels\n"
        "    CPU  any type\n"
        "    GPU  dtype: float32\n");
  CHECK(shown("Const").find("    shape  a shape, such as [2, 3]; in graph files only\n") !=
        std::string::npos);
}

TEST_CASE("an op that is only declared, or has no kernel, says so") {
  CHECK(op_text({.name = "LookupTable",
                 .outputs = {{.name = "out", .kind = ArgDef::Kind::any}},
                 .type_attributes = {{.name = "T", .otherwise = DType::float32}},
                 .declared_in = "ops.yaml"}) ==
        "LookupTable\n"
        "  declared in ops.yaml: it can be placed, not run\n"
        "  outputs\n"
        "    out  any type\n"
        "  attributes\n"
        "    T  a type; default float32\n"
        "  no kernel on any device\n");
}

}  // namespace
}  // namespace graphrun
