// Division of integers as the ops of TensorFlow 1.15 do it. What overflows, the least integer by
// -1, wraps around.

#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/binary_elementwise.h"

namespace graphrun {

// Throws where a divisor is zero and something is divided by it. The second input are the divisors.
void require_no_zero_divisor(KernelContext& context);

// Towards zero. REQUIRES: y != 0.
template <typename T>
T truncated_quotient(T x, T y) {
  using Unsigned = std::make_unsigned_t<T>;
  // By the floating point type with enough digits to be exact after the cut, which processors
  // divide by in vectors. The least integer by -1, which is no T, never gets there.
  using Divided =
      std::conditional_t<sizeof(T) <= 2, float, std::conditional_t<sizeof(T) <= 4, double, T>>;
  if constexpr (std::is_signed_v<T>) {
    const T safe = y == -1 ? T(1) : y;
    const T quotient = static_cast<T>(Divided(x) / Divided(safe));
    return y == -1 ? static_cast<T>(Unsigned(0) - Unsigned(x)) : quotient;
  } else {
    return static_cast<T>(Divided(x) / Divided(y));
  }
}

// x - truncated_quotient(x, y) * y: of the sign of x. REQUIRES: y != 0.
template <typename T>
T truncated_remainder(T x, T y) {
  using Wide = std::conditional_t<sizeof(T) <= 4, std::uint32_t, std::uint64_t>;
  return static_cast<T>(Wide(x) - Wide(truncated_quotient(x, y)) * Wide(y));
}

// Towards minus infinity. REQUIRES: y != 0.
template <typename T>
T floored_quotient(T x, T y) {
  const T quotient = truncated_quotient(x, y);
  if constexpr (std::is_signed_v<T>) {
    const bool is_rounded_up = ((x < 0) != (y < 0)) & (truncated_remainder(x, y) != 0);
    return static_cast<T>(quotient - T(is_rounded_up));
  } else {
    return quotient;
  }
}

// x - floored_quotient(x, y) * y: of the sign of y. REQUIRES: y != 0.
template <typename T>
T floored_remainder(T x, T y) {
  const T remainder = truncated_remainder(x, y);
  if constexpr (std::is_signed_v<T>) {
    const bool is_of_other_sign = (remainder != 0) & ((remainder < 0) != (y < 0));
    return static_cast<T>(remainder + (is_of_other_sign ? y : T(0)));
  } else {
    return remainder;
  }
}

}  // namespace graphrun
