#include "kernels/tensor_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "kernels/for_dtype.h"

namespace graphrun {
namespace {

template <typename Real>
std::string number_text(Real number) {
  if (std::isnan(number)) return std::signbit(number) ? "-nan" : "nan";
  constexpr int kMost = 32;
  char text[kMost];
  std::snprintf(text, kMost, "%.*g", std::numeric_limits<Real>::digits10, double{number});
  const Real read = sizeof(Real) == 8 ? static_cast<Real>(std::strtod(text, nullptr))
                                      : static_cast<Real>(std::strtof(text, nullptr));
  if (read != number) {
    std::snprintf(text, kMost, "%.*g", std::numeric_limits<Real>::max_digits10, double{number});
  }
  return text;
}

// Bytes above 127 stand as they are, so that UTF-8 can be read.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '\n': result += "\\n"; break;
      case '\r': result += "\\r"; break;
      case '\t': result += "\\t"; break;
      case '"': result += "\\\""; break;
      case '\'': result += "\\'"; break;
      case '\\': result += "\\\\"; break;
      default: {
        const auto byte = static_cast<unsigned char>(c);
        const bool is_control = byte < 0x20 || byte == 0x7f;
        result += is_control ? fmt::format("\\{:03o}", byte) : std::string(1, c);
      }
    }
  }
  return result;
}

std::string element_text(const Tensor& tensor, std::int64_t i) {
  const auto at = static_cast<std::size_t>(i);
  if (tensor.dtype() == DType::string) return escaped(tensor.as<const std::string>()[at]);
  if (tensor.dtype() == DType::boolean) return tensor.as<const bool>()[at] ? "1" : "0";
  std::string text;
  for_number_type(tensor.dtype(), [&]<typename T>(std::type_identity<T>) {
    const T element = tensor.as<const T>()[at];
    if constexpr (std::is_integral_v<T>) {
      text = std::to_string(element);
    } else if constexpr (std::is_same_v<T, double>) {
      text = number_text(element);
    } else {
      text = number_text(static_cast<float>(element));
    }
  });
  return text;
}

class Summary {
 public:
  Summary(const Tensor& tensor, std::int64_t most) : tensor_(tensor), most_(most) {}

  std::string take() {
    if (tensor_.shape().rank() > 0) {
      add_axis(0);
    } else if (most_ > 0) {
      text_ = element_text(tensor_, 0);
    }
    if (tensor_.elements() > most_) text_ += "...";
    return std::move(text_);
  }

 private:
  void add_axis(int axis) {
    if (shown_ >= most_) return;
    const bool is_last = axis == tensor_.shape().rank() - 1;
    for (std::int64_t i = 0; i < tensor_.shape()[axis]; ++i) {
      if (shown_ >= most_) {
        if (is_last && axis > 0) text_ += "...";
        return;
      }
      if (is_last) {
        if (i > 0) text_ += ' ';
        text_ += element_text(tensor_, shown_++);
      } else {
        text_ += '[';
        add_axis(axis + 1);
        text_ += ']';
      }
    }
  }

  const Tensor& tensor_;
  std::int64_t most_;
  std::int64_t shown_ = 0;
  std::string text_;
};

}  // namespace

std::string tensor_summary(const Tensor& tensor, std::int64_t most) {
  const std::int64_t elements = tensor.elements();
  return Summary(tensor, most < 0 ? elements : std::min(most, elements)).take();
}

}  // namespace graphrun
