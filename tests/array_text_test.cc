#include "report/array_text.h"

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "catch.h"
#include "places.h"

namespace graphrun {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

template <typename T>
T element_from(double value) {
  if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>) {
    return T(static_cast<float>(value));
  } else {
    return static_cast<T>(value);
  }
}

// What both eras print.
struct Texts {
  std::string modern;
  std::string legacy;
};

Texts texts(const HostTensor& tensor) {
  return {array_text(tensor, NumpyEra::modern), array_text(tensor, NumpyEra::legacy)};
}

template <typename T = float>
Texts texts_of(const std::vector<double>& values) {
  std::vector<T> elements;
  elements.reserve(values.size());
  for (const double value : values) elements.push_back(element_from<T>(value));
  return texts(HostTensor::of<T>(Shape{std::ssize(values)}, elements));
}

template <typename T = float>
Texts scalar_texts(double value) {
  return texts(HostTensor::of<T>(Shape{}, {element_from<T>(value)}));
}

TEST_CASE("a matrix has a bracket and a line for each row") {
  const auto [modern, legacy] = texts(HostTensor::of<float>(Shape{2, 2}, {22, 28, 49, 64}));
  CHECK(modern == "[[22. 28.]\n [49. 64.]]");
  CHECK(legacy == "[[ 22.  28.]\n [ 49.  64.]]");
}

TEST_CASE("an empty line parts the matrices of an array of rank 3") {
  const auto [modern, legacy] =
      texts(HostTensor::of<float>(Shape{2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8}));
  CHECK(modern == "[[[1. 2.]\n  [3. 4.]]\n\n [[5. 6.]\n  [7. 8.]]]");
  CHECK(legacy == "[[[ 1.  2.]\n  [ 3.  4.]]\n\n [[ 5.  6.]\n  [ 7.  8.]]]");
}

TEST_CASE("modern digits are the fewest of the number's own type, legacy ones those of a double") {
  CHECK(texts_of<float>({0.1, 0.2, 0.3}).modern == "[0.1 0.2 0.3]");
  CHECK(texts_of<float>({0.1, 0.2, 0.3}).legacy == "[ 0.1         0.2         0.30000001]");
  CHECK(texts_of<double>({0.1, 0.2, 0.3}).legacy == "[ 0.1  0.2  0.3]");
  CHECK(texts_of<Half>({0.1}).modern == "[0.1]");
  CHECK(texts_of<Half>({0.1}).legacy == "[ 0.09997559]");
}

TEST_CASE("a bfloat16 is shown as the float32 it equals") {
  CHECK(texts_of<BFloat16>({0.1}).modern == "[0.10009766]");
  CHECK(scalar_texts<BFloat16>(0.1).modern == "0.100097656");
}

TEST_CASE("the points stand in one column") {
  CHECK(texts_of({1 / 3., 2 / 3., 100 / 3.}).modern == "[ 0.33333334  0.6666667  33.333332  ]");
  CHECK(texts_of({-1, 2.5, 3.125}).legacy == "[-1.     2.5    3.125]");
}

TEST_CASE("a ratio of more than 1000, 1e8 and what is less than 1e-4 make all exponential") {
  CHECK(texts_of({1, 1000}).modern == "[   1. 1000.]");
  CHECK(texts_of({1, 2000}).modern == "[1.e+00 2.e+03]");
  CHECK(texts_of({1, 2000}).legacy == "[  1.00000000e+00   2.00000000e+03]");
  CHECK(texts_of<double>({99999999}).modern == "[99999999.]");
  CHECK(texts_of<double>({1e8}).modern == "[1.e+08]");
  CHECK(texts_of<double>({1e-4}).modern == "[0.0001]");
  CHECK(texts_of<float>({1e-4}).modern == "[1.e-04]");  // a little less than 1e-4
}

TEST_CASE("nan and inf stand at the right end of their column") {
  CHECK(texts_of({1, kNan, kInf}).modern == "[ 1. nan inf]");
  CHECK(texts_of({1, kNan, kInf}).legacy == "[  1.  nan  inf]");
  CHECK(texts_of({1.5, -kInf}).modern == "[ 1.5 -inf]");
}

TEST_CASE("of more than 1000 elements, three are shown at each end of each long axis") {
  std::vector<std::int32_t> counted(1001);
  for (int i = 0; i < 1001; ++i) counted[static_cast<std::size_t>(i)] = i;
  const auto [modern, legacy] = texts(HostTensor::of<std::int32_t>(Shape{1001}, counted));
  CHECK(modern == "[   0    1    2 ...  998  999 1000]");
  CHECK(legacy == "[   0    1    2 ...,  998  999 1000]");
}

TEST_CASE("legacy dots between rows end in a blank") {
  std::vector<float> rows;
  for (int i = 0; i < 600; ++i) rows.insert(rows.end(), 2, static_cast<float>(i));
  const auto [modern, legacy] = texts(HostTensor::of<float>(Shape{600, 2}, rows));
  CHECK(modern ==
        "[[  0.   0.]\n [  1.   1.]\n [  2.   2.]\n ...\n"
        " [597. 597.]\n [598. 598.]\n [599. 599.]]");
  CHECK(legacy ==
        "[[   0.    0.]\n [   1.    1.]\n [   2.    2.]\n ..., \n"
        " [ 597.  597.]\n [ 598.  598.]\n [ 599.  599.]]");
}

TEST_CASE("a scalar is shown alone, integral or not") {
  CHECK(scalar_texts(22).modern == "22.0");
  CHECK(scalar_texts(1 / 3.).modern == "0.33333334");
  CHECK(scalar_texts(1 / 3.).legacy == "0.333333");
  CHECK(scalar_texts<double>(1 / 3.).legacy == "0.333333333333");
  CHECK(scalar_texts(1e-5).modern == "1e-05");
  CHECK(scalar_texts<double>(1e15).modern == "1000000000000000.0");
  CHECK(scalar_texts<double>(1e16).modern == "1e+16");
  CHECK(texts(HostTensor::of<std::string>(Shape{}, {"Hello"})).legacy == "b'Hello'");
}

// From here on: tests/printing/cases.txt.

struct Case {
  std::string array;  // "float32 [2,3]"
  DType dtype = DType::float32;
  Shape shape;
  std::string values;
  std::string modern;
  std::string legacy;
};

Shape read_shape(const std::string& text) {
  std::vector<std::int64_t> extents;
  std::istringstream in(text.substr(1, text.size() - 2));
  for (std::string extent; std::getline(in, extent, ',');) extents.push_back(std::stoll(extent));
  return Shape(extents);
}

std::vector<Case> read_cases(const std::string& file) {
  std::ifstream in(file);
  std::vector<Case> cases;
  std::string* text = nullptr;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("array ")) {
      const std::string array = line.substr(6);
      const std::size_t blank = array.find(' ');
      cases.push_back({.array = array,
                       .dtype = parse_dtype(array.substr(0, blank)).value(),
                       .shape = read_shape(array.substr(blank + 1))});
    } else if (line.starts_with("values")) {
      cases.back().values = line.substr(6);
    } else if (line == "modern" || line == "legacy") {
      text = line == "modern" ? &cases.back().modern : &cases.back().legacy;
    } else if (line.starts_with('|')) {
      if (!text->empty()) *text += '\n';
      *text += line.substr(1, line.size() - 2);
    }
  }
  return cases;
}

template <typename T>
T read_element(const std::string& token) {
  if constexpr (std::is_same_v<T, std::string>) {
    std::string bytes;  // "x6162" is "ab"
    for (std::size_t i = 1; i < token.size(); i += 2) {
      bytes += static_cast<char>(std::stoi(token.substr(i, 2), nullptr, 16));
    }
    return bytes;
  } else if constexpr (std::is_same_v<T, std::uint64_t>) {
    return std::stoull(token);
  } else if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(std::stoll(token));
  } else {
    return element_from<T>(std::strtod(token.c_str(), nullptr));
  }
}

template <typename T>
HostTensor tensor_of(const Case& c) {
  HostTensor tensor(c.dtype, c.shape);
  std::istringstream values(c.values);
  const bool counts = c.values == " 0 1 2 ...";
  std::size_t count = 0;
  for (T& element : tensor.as_mutable<T>()) {
    std::string token = std::to_string(count++);
    if (!counts) values >> token;
    element = read_element<T>(token);
  }
  return tensor;
}

HostTensor tensor_of(const Case& c) {
  switch (c.dtype) {
    case DType::float16: return tensor_of<Half>(c);
    case DType::bfloat16: return tensor_of<BFloat16>(c);
    case DType::float32: return tensor_of<float>(c);
    case DType::float64: return tensor_of<double>(c);
    case DType::int8: return tensor_of<std::int8_t>(c);
    case DType::int16: return tensor_of<std::int16_t>(c);
    case DType::int32: return tensor_of<std::int32_t>(c);
    case DType::int64: return tensor_of<std::int64_t>(c);
    case DType::uint8: return tensor_of<std::uint8_t>(c);
    case DType::uint16: return tensor_of<std::uint16_t>(c);
    case DType::uint32: return tensor_of<std::uint32_t>(c);
    case DType::uint64: return tensor_of<std::uint64_t>(c);
    case DType::boolean: return tensor_of<bool>(c);
    case DType::string: return tensor_of<std::string>(c);
    default: FAIL("no tensors of " << c.array);
  }
  return {};
}

TEST_CASE("every array in printing/cases.txt is printed as NumPy prints it") {
  const std::vector<Case> cases = read_cases(in_project("tests/printing/cases.txt"));
  REQUIRE(cases.size() > 500);
  for (const Case& c : cases) {
    INFO(c.array << c.values);
    const auto [modern, legacy] = texts(tensor_of(c));
    CHECK(modern == c.modern);
    CHECK(legacy == c.legacy);
  }
}

}  // namespace
}  // namespace graphrun
