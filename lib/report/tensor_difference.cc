#include "report/tensor_difference.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace graphrun {
namespace {

// A number as a double, which is exact but for 64-bit integers beyond 2^53.
double number(const HostTensor& tensor, std::size_t i) {
  switch (tensor.dtype()) {
    case DType::float16: return static_cast<float>(tensor.as<Half>()[i]);
    case DType::bfloat16: return static_cast<float>(tensor.as<BFloat16>()[i]);
    case DType::float32: return tensor.as<float>()[i];
    case DType::float64: return tensor.as<double>()[i];
    case DType::int8: return tensor.as<std::int8_t>()[i];
    case DType::int16: return tensor.as<std::int16_t>()[i];
    case DType::int32: return tensor.as<std::int32_t>()[i];
    case DType::int64: return static_cast<double>(tensor.as<std::int64_t>()[i]);
    case DType::uint8: return tensor.as<std::uint8_t>()[i];
    case DType::uint16: return tensor.as<std::uint16_t>()[i];
    case DType::uint32: return tensor.as<std::uint32_t>()[i];
    case DType::uint64: return static_cast<double>(tensor.as<std::uint64_t>()[i]);
    case DType::boolean: return tensor.as<bool>()[i] ? 1 : 0;
    default: return 0;
  }
}

// "[1,0]": where the i-th element is.
std::string place(const Shape& shape, std::size_t i) {
  std::string text;
  auto rest = static_cast<std::int64_t>(i);
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    text = fmt::format("{}{}{}", rest % shape[axis], text.empty() ? "" : ",", text);
    rest /= shape[axis];
  }
  return "[" + text + "]";
}

std::string difference_of_strings(const HostTensor& got, const HostTensor& expected) {
  const auto a = got.as<std::string>();
  const auto b = expected.as<std::string>();
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i]) {
      return fmt::format("element {} is '{}', expected '{}'", place(got.shape(), i), a[i], b[i]);
    }
  }
  return {};
}

}  // namespace

std::string tensor_difference(const HostTensor& got, const HostTensor& expected,
                              const Tolerance& tolerance) {
  if (got.dtype() != expected.dtype()) {
    return fmt::format("it is {}, expected {}", name(got.dtype()), name(expected.dtype()));
  }
  if (got.shape() != expected.shape()) {
    return fmt::format("its shape is {}, expected {}", to_string(got.shape()),
                       to_string(expected.shape()));
  }
  if (is_string(got.dtype())) return difference_of_strings(got, expected);

  std::size_t wrong = 0;
  std::size_t worst = 0;
  double worst_excess = -1;
  const auto elements = static_cast<std::size_t>(got.elements());
  for (std::size_t i = 0; i < elements; ++i) {
    const double a = number(got, i);
    const double b = number(expected, i);
    if (a == b || (std::isnan(a) && std::isnan(b))) continue;
    const double allowed = tolerance.absolute + tolerance.relative * std::abs(b);
    double excess = std::abs(a - b) - allowed;
    if (std::isnan(excess) || std::isinf(b)) excess = std::numeric_limits<double>::infinity();
    if (excess <= 0) continue;
    ++wrong;
    if (excess > worst_excess) {
      worst_excess = excess;
      worst = i;
    }
  }
  if (wrong == 0) return {};
  const double a = number(got, worst);
  const double b = number(expected, worst);
  return fmt::format(
      "{} of {} elements differ; the worst, {}, is {}, expected {}: {:.3g} apart, {:.3g} "
      "relative",
      wrong, elements, place(got.shape(), worst), a, b, std::abs(a - b),
      b == 0 ? std::numeric_limits<double>::infinity() : std::abs((a - b) / b));
}

}  // namespace graphrun
