#include "report/attribute_text.h"

#include "catch.h"

namespace graphrun {
namespace {

template <typename T>
TensorLiteral literal(const Shape& shape, const std::vector<T>& elements) {
  return {.dtype = dtype_of<T>, .shape = shape, .elements = HostTensor::of(shape, elements)};
}

std::string flat(const TensorLiteral& tensor) { return attribute_text(tensor, Style::guide); }
std::string bracketed(const TensorLiteral& tensor) { return attribute_text(tensor, Style::tf); }

TEST_CASE("attributes are written as TensorFlow's messages have them") {
  const auto text = [](const AttributeValue& value) { return attribute_text(value, Style::tf); };
  CHECK(text(true) == "true");
  CHECK(text(std::int64_t{-3}) == "-3");
  CHECK(text(0.1) == "0.1");
  CHECK(text(1e-5) == "1e-05");
  CHECK(text(2.0) == "2");
  CHECK(text(std::string("a\"b\n\xc3\xa9")) == R"("a\"b\n\303\251")");
  CHECK(text(Shape{2, 3}) == "[2,3]");
  CHECK(text(Shape{Shape::kUnknown, 3}) == "[?,3]");
  CHECK(text(Shape::of_unknown_rank()) == "<unknown>");
  CHECK(text(std::vector<std::int64_t>{1, 2}) == "[1, 2]");
  CHECK(text(std::vector<std::string>{"a", "b"}) == R"(["a", "b"])");
  CHECK(text(std::vector<DType>{DType::float32, DType::int32}) == "[DT_FLOAT, DT_INT32]");
  CHECK(text(std::vector<Shape>{Shape{}, Shape{2}}) == "[[], [2]]");
}

TEST_CASE("a long list shows its ends") {
  std::vector<std::int64_t> list(30);
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = static_cast<std::int64_t>(i);
  CHECK(attribute_text(list, Style::tf) == "[0, 1, 2, 3, 4, ..., 25, 26, 27, 28, 29]");
}

TEST_CASE("a tensor shows three elements: in a row until release 0.11, in brackets since") {
  const TensorLiteral matrix = literal<float>({3, 2}, {1, 2, 3, 4, 5, 6});
  CHECK(flat(matrix) == "Tensor<type: float shape: [3,2] values: 1 2 3...>");
  CHECK(bracketed(matrix) == "Tensor<type: float shape: [3,2] values: [1 2][3]...>");
  CHECK(attribute_text(matrix, Style::tf_0_12) == bracketed(matrix));
  CHECK(bracketed(literal<float>({2, 3}, {1, 2, 3, 4, 5, 6})) ==
        "Tensor<type: float shape: [2,3] values: [1 2 3]...>");
  CHECK(bracketed(literal<float>({4}, {1, 2, 3, 4})) ==
        "Tensor<type: float shape: [4] values: 1 2 3...>");
  CHECK(bracketed(literal<float>({3}, {1, 2, 3})) ==
        "Tensor<type: float shape: [3] values: 1 2 3>");
  CHECK(bracketed(literal<float>({}, {5})) == "Tensor<type: float shape: [] values: 5>");
  CHECK(bracketed(literal<std::int32_t>({1, 1, 2}, {1, 2})) ==
        "Tensor<type: int32 shape: [1,1,2] values: [[1 2]]>");
  CHECK(bracketed(literal<float>({0}, {})) == "Tensor<type: float shape: [0] values: >");
}

TEST_CASE("a tensor's elements are written as their type is") {
  CHECK(flat(literal<bool>({2}, {true, false})) == "Tensor<type: bool shape: [2] values: 1 0>");
  CHECK(flat(literal<std::string>({2}, {"a'b", "c"})) ==
        R"(Tensor<type: string shape: [2] values: a\'b c>)");
  CHECK(flat(literal<std::uint8_t>({1}, {65})) == "Tensor<type: uint8 shape: [1] values: 65>");
  CHECK(flat(literal<float>({3}, {0.5F, 1e-5F, 0.1F})) ==
        "Tensor<type: float shape: [3] values: 0.5 1e-05 0.1>");
  CHECK(flat(literal<Half>({1}, {Half(0.5F)})) == "Tensor<type: half shape: [1] values: 0.5>");
}

TEST_CASE("a filled tensor shows as many elements as it has") {
  TensorLiteral filled = literal<float>({}, {7});
  filled.shape = Shape{2, 2};
  CHECK(flat(filled) == "Tensor<type: float shape: [2,2] values: 7 7 7...>");
  CHECK(bracketed(filled) == "Tensor<type: float shape: [2,2] values: [7 7][7]...>");
}

TEST_CASE("a tensor in a file is not read to be shown") {
  TensorLiteral tensor{.dtype = DType::float32, .shape = {2}, .file = "no_such.npz"};
  CHECK(flat(tensor) == "Tensor<type: float shape: [2] values: <no_such.npz>>");
  tensor.key = "w";
  CHECK(bracketed(tensor) == "Tensor<type: float shape: [2] values: <no_such.npz:w>>");
}

}  // namespace
}  // namespace graphrun
