#include "model/tensor_reader.h"

#include "catch.h"
#include "model_fixture.h"
#include "places.h"

namespace graphrun {
namespace {

using model_fixture::complaints_about;
using model_fixture::expanded;
using model_fixture::output_of;

// The value of the constant that `entry` makes.
TensorLiteral constant(const std::string& entry) {
  const Model model = expanded("params: {n: 3, row: [4, 5]}\nnodes: [{op: Const, " + entry + "}]");
  return model.graph.attributes(0).tensor("value");
}

std::string type_and_shape(const std::string& entry) {
  return output_of(expanded("params: {n: 3, row: [4, 5]}\nnodes: [{op: Const, " + entry + "}]"),
                   "Const");
}

std::string fault(const std::string& entry) {
  const std::string said = complaints_about("nodes: [{op: Const, " + entry + "}]");
  return said.substr(0, said.find('\n'));
}

TEST_CASE("constants have the types that TensorFlow infers") {
  CHECK(type_and_shape("value: 1") == "[] int32");
  CHECK(type_and_shape("value: [1, -2147483648]") == "[2] int32");
  CHECK(type_and_shape("value: [1, 2147483648]") == "[2] int64");
  CHECK(type_and_shape("value: 1.0") == "[] float32");
  CHECK(type_and_shape("value: 1e3") == "[] float32");
  CHECK(type_and_shape("value: [1, 2.0]") == "[2] float32");
  CHECK(type_and_shape("value: [.inf, -.inf, .nan]") == "[3] float32");
  CHECK(type_and_shape("value: true") == "[] bool");
  CHECK(type_and_shape("value: text") == "[] string");
  CHECK(type_and_shape("value: \"1\"") == "[] string");
  CHECK(type_and_shape("value: []") == "[0] float32");
  CHECK(type_and_shape("value: [[], []]") == "[2,0] float32");
}

TEST_CASE("dtype overrides what would be inferred") {
  CHECK(type_and_shape("value: 1, dtype: float64") == "[] float64");
  CHECK(type_and_shape("value: [1, 2], dtype: DT_HALF") == "[2] float16");
  CHECK(type_and_shape("value: 255, dtype: uint8") == "[] uint8");
}

TEST_CASE("elements may be nested, flat with a shape, or one that fills it") {
  const auto nested = constant("value: [[1, 2], [3, 4], [5, 6]]");
  CHECK(nested.shape == Shape{3, 2});
  CHECK(nested.elements.as<std::int32_t>()[4] == 5);
  CHECK(constant("value: [1, 2, 3, 4, 5, 6], shape: [2, 3]").shape == Shape{2, 3});
  CHECK(constant("value: [[1, 2], [3, 4]], shape: [4]").shape == Shape{4});
  const auto filled = constant("value: 7, shape: [1000, 1000]");
  CHECK(filled.shape == Shape{1000, 1000});
  CHECK(filled.elements.elements() == 1);
  CHECK(constant("value: 7, shape: []").shape == Shape{});
}

TEST_CASE("elements may be made of variables") {
  CHECK(type_and_shape("value: [$n, $(n / 2)]") == "[2] float32");
  CHECK(type_and_shape("value: $row") == "[2] int32");
  CHECK(type_and_shape("value: [$row, [1, 2]]") == "[2,2] int32");
  CHECK(type_and_shape("value: a$n") == "[] string");
}

TEST_CASE("shapes may be made of variables") {
  CHECK(type_and_shape("value: 0, shape: [$n, $(n + 1)]") == "[3,4] int32");
  CHECK(type_and_shape("value: 0, shape: $row") == "[4,5] int32");
}

TEST_CASE("open extents of a placeholder are written ~, -1 or \"?\"") {
  CHECK(output_of(expanded("nodes: [{op: Placeholder, dtype: int32, shape: [~, -1, \"?\", 2]}]"),
                  "Placeholder") == "[?,?,?,2] int32");
  CHECK(output_of(expanded("nodes: [{op: Placeholder, dtype: int32}]"), "Placeholder") ==
        "<unknown> int32");
}

TEST_CASE("what is no tensor is an error") {
  CHECK(fault("value: [[1, 2], [3]]") == "m.yaml:1:37: ragged lists do not make a tensor");
  CHECK(fault("value: [1, [2]]") == "m.yaml:1:32: ragged lists do not make a tensor");
  CHECK(fault("value: [[1], 2]") == "m.yaml:1:34: ragged lists do not make a tensor");
  CHECK(fault("value: [[], [1]]") == "m.yaml:1:33: ragged lists do not make a tensor");
  CHECK(fault("value: [[[[[[[[[1]]]]]]]]]") == "m.yaml:1:36: a tensor has at most 8 dimensions");
  CHECK(fault("value: [1, a]") == "m.yaml:1:32: 'a' among numbers in one tensor");
  CHECK(fault("value: [a, true]") == "m.yaml:1:32: 'true' among text in one tensor");
  CHECK(fault("value: [1, 2, 3], shape: [2, 2]") ==
        "m.yaml:1:28: the shape [2,2] takes 4 elements, but there are 3");
  CHECK(fault("value: 300, dtype: int8") == "m.yaml:1:28: 300 is not within the range of int8");
  CHECK(fault("value: -1, dtype: uint64") == "m.yaml:1:28: -1 is not within the range of uint64");
  CHECK(fault("value: 1.5, dtype: int32") == "m.yaml:1:28: expected int32, got float 1.5");
  CHECK(fault("value: 1, dtype: complex64") ==
        "m.yaml:1:28: a graph file cannot write a tensor of complex64");
  CHECK(fault("value: 0, shape: [3037000500, 3037000500]") ==
        "m.yaml:1:28: the shape [3037000500,3037000500] is too large");
}

TEST_CASE("a tensor's file has its own type and shape") {
  const std::string file = in_project("tests/arrays/float32.npy");
  const auto literal = constant("value: {file: " + file + "}");
  CHECK(literal.file == file);
  CHECK(literal.dtype == DType::float32);
  CHECK(fault("value: {file: " + file + "}, dtype: int32") ==
        "m.yaml:1:35: expected int32, but the file holds float32");
  CHECK(fault("value: {file: " + file + "}, shape: [1000]")
            .starts_with("m.yaml:1:35: the shape [1000] does not fit the file's ["));
  CHECK(fault("value: {file: a.npy, shap: [2]}") == "m.yaml:1:42: unknown key 'shap'");
}

}  // namespace
}  // namespace graphrun
