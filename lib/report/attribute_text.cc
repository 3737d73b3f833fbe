#include "report/attribute_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cstddef>
#include <span>
#include <string_view>

namespace graphrun {
namespace {

constexpr std::int64_t kShownElements = 3;

// A list of this many values or more shows its ends alone.
constexpr std::size_t kLongList = 30;
constexpr std::size_t kListEdge = 5;

template <typename T>
std::string number_text(T value) {
  std::array<char, 64> text;
  const auto result =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general);
  assert(result.ec == std::errc());
  return {text.data(), result.ptr};
}

// As C writes it in a literal; bytes that are not ASCII in octal.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '\n': out += "\\n"; continue;
      case '\r': out += "\\r"; continue;
      case '\t': out += "\\t"; continue;
      case '"': out += "\\\""; continue;
      case '\'': out += "\\'"; continue;
      case '\\': out += "\\\\"; continue;
      default: break;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += byte < 0x20 || byte >= 0x7f ? fmt::format("\\{:03o}", byte) : std::string(1, c);
  }
  return out;
}

std::string element_text(const HostTensor& tensor, std::size_t i) {
  switch (tensor.dtype()) {
    case DType::float16: return number_text(static_cast<float>(tensor.as<Half>()[i]));
    case DType::bfloat16: return number_text(static_cast<float>(tensor.as<BFloat16>()[i]));
    case DType::float32: return number_text(tensor.as<float>()[i]);
    case DType::float64: return number_text(tensor.as<double>()[i]);
    case DType::int8: return fmt::to_string(int{tensor.as<std::int8_t>()[i]});
    case DType::int16: return fmt::to_string(tensor.as<std::int16_t>()[i]);
    case DType::int32: return fmt::to_string(tensor.as<std::int32_t>()[i]);
    case DType::int64: return fmt::to_string(tensor.as<std::int64_t>()[i]);
    case DType::uint8: return fmt::to_string(unsigned{tensor.as<std::uint8_t>()[i]});
    case DType::uint16: return fmt::to_string(tensor.as<std::uint16_t>()[i]);
    case DType::uint32: return fmt::to_string(tensor.as<std::uint32_t>()[i]);
    case DType::uint64: return fmt::to_string(tensor.as<std::uint64_t>()[i]);
    case DType::boolean: return tensor.as<bool>()[i] ? "1" : "0";
    case DType::string: return escaped(tensor.as<std::string>()[i]);
    case DType::complex64:
    case DType::complex128:
    case DType::resource: break;
  }
  return "?";
}

// The first elements of a tensor, row by row.
class ElementsText {
 public:
  explicit ElementsText(const TensorLiteral& literal)
      : literal_(literal), is_filled_(literal.elements.elements() != literal.shape.elements()) {}

  std::string flat() {
    const std::int64_t shown = std::min(literal_.shape.elements(), kShownElements);
    while (next_ < shown) add_element(next_ > 0);
    return finish();
  }

  std::string bracketed() {
    if (literal_.shape.rank() == 0) return flat();
    add_axis(0);
    return finish();
  }

 private:
  void add_axis(int axis) {
    const bool is_row = axis == literal_.shape.rank() - 1;
    for (std::int64_t i = 0; i < literal_.shape[axis] && next_ < kShownElements; ++i) {
      if (is_row) {
        add_element(i > 0);
        continue;
      }
      text_ += '[';
      add_axis(axis + 1);
      text_ += ']';
      // Rows without elements never reach the limit, and there may be any number of them.
      if (next_ == 0) break;
    }
  }

  void add_element(bool has_blank) {
    if (has_blank) text_ += ' ';
    text_ += element_text(literal_.elements, is_filled_ ? 0 : static_cast<std::size_t>(next_));
    ++next_;
  }

  std::string finish() {
    if (literal_.shape.elements() > kShownElements) text_ += "...";
    return std::move(text_);
  }

  const TensorLiteral& literal_;
  bool is_filled_;
  std::int64_t next_ = 0;
  std::string text_;
};

std::string tensor_text(const TensorLiteral& literal, Style style) {
  std::string values;
  if (!literal.file.empty()) {
    values = fmt::format("<{}{}{}>", literal.file, literal.key.empty() ? "" : ":", literal.key);
  } else if (style == Style::guide || style == Style::guide_full) {
    values = ElementsText(literal).flat();
  } else {
    values = ElementsText(literal).bracketed();
  }
  return fmt::format("Tensor<type: {} shape: {} values: {}>", message_name(literal.dtype),
                     to_string(literal.shape), values);
}

class ValueText {
 public:
  explicit ValueText(Style style) : style_(style) {}

  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return fmt::to_string(value); }
  // TensorFlow's attributes hold float32.
  std::string operator()(double value) const { return number_text(static_cast<float>(value)); }
  std::string operator()(const std::string& value) const { return '"' + escaped(value) + '"'; }
  std::string operator()(DType value) const { return std::string(enum_name(value)); }
  std::string operator()(const Shape& value) const { return to_string(value); }
  std::string operator()(const TensorLiteral& value) const { return tensor_text(value, style_); }

  template <typename T>
  std::string operator()(const std::vector<T>& list) const {
    std::string text = "[";
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (i > 0) text += ", ";
      if (list.size() >= kLongList && i == kListEdge) {
        text += "..., ";
        i = list.size() - kListEdge;
      }
      text += (*this)(list[i]);
    }
    return text + "]";
  }

 private:
  Style style_;
};

}  // namespace

std::string attribute_text(const AttributeValue& value, Style style) {
  return std::visit(ValueText(style), value);
}

}  // namespace graphrun
