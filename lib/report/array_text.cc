#include "report/array_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "report/float_text.h"

namespace graphrun {
namespace {

using Words = std::vector<std::string>;  // one for each element that is shown

constexpr std::size_t kLineWidth = 75;
constexpr std::int64_t kShownWhole = 1000;  // elements; with more, only the edges are shown
constexpr std::int64_t kEdge = 3;           // elements, at each end of an axis

bool is_cut(std::int64_t extent, bool summarised) { return summarised && extent > 2 * kEdge; }

// Where the elements that are shown stand in the tensor, in row-major order.
std::vector<std::int64_t> shown_elements(const Shape& shape, bool summarised) {
  std::vector<std::int64_t> outer = {0};
  for (const std::int64_t extent : shape.extents()) {
    std::vector<std::int64_t> inner;
    for (const std::int64_t base : outer) {
      for (std::int64_t i = 0; i < extent; ++i) {
        if (is_cut(extent, summarised) && i == kEdge) i = extent - kEdge;
        inner.push_back(base * extent + i);
      }
    }
    outer = std::move(inner);
  }
  return outer;
}

// As Python's repr of a bytes object.
std::string bytes_repr(std::string_view bytes) {
  constexpr std::string_view kHex = "0123456789abcdef";
  const bool has_single = bytes.find('\'') != std::string_view::npos;
  const char quote = has_single && bytes.find('"') == std::string_view::npos ? '"' : '\'';
  std::string text = {'b', quote};
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == quote || c == '\\') {
      text += {'\\', c};
    } else if (c == '\t') {
      text += "\\t";
    } else if (c == '\n') {
      text += "\\n";
    } else if (c == '\r') {
      text += "\\r";
    } else if (byte < 0x20 || byte >= 0x7f) {
      text += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15u]};
    } else {
      text += c;
    }
  }
  return text + quote;
}

std::string integer_text(const HostTensor& tensor, std::size_t i) {
  switch (tensor.dtype()) {
    case DType::int8: return std::to_string(tensor.as<std::int8_t>()[i]);
    case DType::int16: return std::to_string(tensor.as<std::int16_t>()[i]);
    case DType::int32: return std::to_string(tensor.as<std::int32_t>()[i]);
    case DType::int64: return std::to_string(tensor.as<std::int64_t>()[i]);
    case DType::uint8: return std::to_string(tensor.as<std::uint8_t>()[i]);
    case DType::uint16: return std::to_string(tensor.as<std::uint16_t>()[i]);
    case DType::uint32: return std::to_string(tensor.as<std::uint32_t>()[i]);
    case DType::uint64: return std::to_string(tensor.as<std::uint64_t>()[i]);
    default: break;
  }
  assert(false && "not a tensor of integers");
  return {};
}

void align_integers(Words& words, NumpyEra era) {
  // Legacy NumPy aligns only what is less than Python 2's largest int; a greater one that is not
  // as wide as its column has 19 digits.
  constexpr std::string_view kLargestInt = "9223372036854775807";
  const std::size_t width = std::ranges::max(words, {}, &std::string::size).size();
  for (std::string& word : words) {
    const bool is_long = word.size() == kLargestInt.size() && word >= kLargestInt;
    if (era == NumpyEra::modern || !is_long) word = fmt::format("{:>{}}", word, width);
  }
}

double float_value(const HostTensor& tensor, std::size_t i) {
  switch (tensor.dtype()) {
    case DType::float16: return static_cast<float>(tensor.as<Half>()[i]);
    case DType::bfloat16: return static_cast<float>(tensor.as<BFloat16>()[i]);
    case DType::float32: return tensor.as<float>()[i];
    case DType::float64: return tensor.as<double>()[i];
    default: break;
  }
  assert(false && "not a tensor of floating point numbers");
  return 0;
}

std::string scalar_text(const HostTensor& tensor, NumpyEra era) {
  const DType dtype = tensor.dtype();
  if (dtype == DType::string) return bytes_repr(tensor.as<std::string>()[0]);
  if (dtype == DType::boolean) return tensor.as<bool>()[0] ? "True" : "False";
  if (!is_floating_point(dtype)) return integer_text(tensor, 0);
  return float_scalar_text(float_value(tensor, 0), dtype, era);
}

// Aligned as they stand in a column.
Words words_of(const HostTensor& tensor, std::span<const std::int64_t> shown, NumpyEra era) {
  const DType dtype = tensor.dtype();
  if (is_floating_point(dtype)) {
    std::vector<double> values;
    values.reserve(shown.size());
    for (const std::int64_t i : shown) {
      values.push_back(float_value(tensor, static_cast<std::size_t>(i)));
    }
    return float_element_texts(values, dtype, era);
  }
  Words words;
  words.reserve(shown.size());
  for (const std::int64_t signed_i : shown) {
    const auto i = static_cast<std::size_t>(signed_i);
    if (dtype == DType::string) {
      words.push_back(bytes_repr(tensor.as<std::string>()[i]));
    } else if (dtype == DType::boolean) {
      words.emplace_back(tensor.as<bool>()[i] ? " True" : "False");
    } else {
      words.push_back(integer_text(tensor, i));
    }
  }
  if (is_integer(dtype)) align_integers(words, era);
  return words;
}

// Without the blanks at its end.
std::size_t stripped_size(std::string_view text) { return text.find_last_not_of(' ') + 1; }

// Sets the words in brackets and lines.
class Layout {
 public:
  Layout(const Shape& shape, bool summarised, NumpyEra era, const Words& words)
      : shape_(shape), summarised_(summarised), era_(era), words_(words) {}

  std::string block(int axis = 0) {
    return '[' + (axis + 1 == shape_.rank() ? row() : stack(axis)) + ']';
  }

 private:
  // The blocks of an axis that is not the last.
  std::string stack(int axis) {
    const auto columns = static_cast<std::size_t>(axis) + 1;
    const std::string indent(columns, ' ');
    const std::string newlines(static_cast<std::size_t>(shape_.rank()) - columns, '\n');
    const bool cut = is_cut(shape_[axis], summarised_);
    const std::int64_t blocks = cut ? 2 * kEdge : shape_[axis];
    std::string text;
    for (std::int64_t i = 0; i < blocks; ++i) {
      if (i > 0) text += newlines + indent;
      if (cut && i == kEdge) text += gap(newlines) + indent;
      text += block(axis + 1);
    }
    return text;
  }

  // Legacy NumPy ends the line of dots with a blank and never leaves an empty line after it.
  std::string gap(const std::string& newlines) const {
    return era_ == NumpyEra::modern ? "..." + newlines : "..., \n";
  }

  std::string row() {
    const auto indent = static_cast<std::size_t>(shape_.rank());
    const std::int64_t extent = shape_[shape_.rank() - 1];
    const bool cut = is_cut(extent, summarised_);
    const std::int64_t elements = cut ? 2 * kEdge : extent;
    std::string text;
    std::string line(indent, ' ');
    const auto add = [&](const std::string& word) {
      if (must_break(line, word)) {
        text += line.substr(0, stripped_size(line)) + '\n';
        line.assign(indent, ' ');
      }
      line += word + ' ';
    };
    for (std::int64_t i = 0; i < elements; ++i) {
      if (cut && i == kEdge) add(era_ == NumpyEra::modern ? "..." : "...,");
      add(words_[next_++]);
    }
    line.pop_back();  // the blank that would part the last word from another
    // What is cut off here is the first line's indentation, except that legacy NumPy also breaks
    // a line before its first word: then it is the newline, and NumPy does the same.
    return (text + line).substr(indent);
  }

  bool must_break(const std::string& line, const std::string& word) const {
    const auto rank = static_cast<std::size_t>(shape_.rank());
    if (era_ == NumpyEra::modern) {
      return line.size() > rank && line.size() + word.size() > kLineWidth - rank;
    }
    return stripped_size(line) + stripped_size(word) >= kLineWidth;
  }

  const Shape& shape_;
  bool summarised_;
  NumpyEra era_;
  const Words& words_;
  std::size_t next_ = 0;  // of words_
};

}  // namespace

std::string array_text(const HostTensor& tensor, NumpyEra era) {
  const Shape& shape = tensor.shape();
  if (shape.rank() == 0) return scalar_text(tensor, era);
  if (tensor.elements() == 0) return "[]";
  const bool summarised = tensor.elements() > kShownWhole;
  const Words words = words_of(tensor, shown_elements(shape, summarised), era);
  return Layout(shape, summarised, era, words).block();
}

}  // namespace graphrun
