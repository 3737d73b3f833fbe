// Normally distributed numbers, two at a time, as TensorFlow 1.15 makes them (BoxMullerFloat and
// BoxMullerDouble in core/lib/random/random_distributions.h): with u and v uniform in [0, 1), the
// sine and the cosine of 2 pi v, times sqrt(-2 log u).
//
// TensorFlow calls the logarithm, sine and cosine of the C library on a CPU and of CUDA on a GPU,
// and these differ in the last bits. Here they are our own, in double, from operations whose
// results IEEE 754 prescribes, in an order that no compiler may change: every device gets the same
// bits. They are not all TensorFlow's: beside TensorFlow 2.21 on a CPU with glibc 2.36, of 3
// million floats 98.5% were equal and of doubles 77%, and none was more than 3 units in the last
// place off. The price is that two floats take some 90 operations on doubles.
//
// What this asks of a compiler: no -ffast-math or --use_fast_math, correctly rounded square roots,
// which are the default, and no fused multiply-adds, which product() sees to.

#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "base/philox.h"

namespace graphrun {

// a * b, rounded, even where a machine could compute it and a sum that it goes into in one step.
// nvcc and clang let an expression forbid that. GCC does not, and fuses where -march gives it the
// instruction: who includes this file compiles with -ffp-contract=off, or has
// `#pragma GCC optimize("fp-contract=off")` above the #include.
template <typename T>
GRAPHRUN_HOST_DEVICE inline T product(T a, T b) {
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(T) == sizeof(double)) {
    return __dmul_rn(a, b);
  } else {
    return __fmul_rn(a, b);
  }
#elif defined(__clang__)
#pragma clang fp contract(off)
  return a * b;
#else
  return a * b;
#endif
}

// The natural logarithm of a positive normal number, within 1 ulp.
GRAPHRUN_HOST_DEVICE inline double portable_log(double x) {
  // x = 2^exponent * m, with m from sqrt(1/2) to sqrt(2), whose upper 32 bits start there.
  constexpr std::uint32_t kSqrtHalfUpper = 0x3fe6a09eu;
  std::uint64_t bits = 0;
  std::memcpy(&bits, &x, sizeof bits);
  const auto upper = static_cast<std::int32_t>(static_cast<std::uint32_t>(bits >> 32));
  const std::int32_t exponent = (upper - static_cast<std::int32_t>(kSqrtHalfUpper)) >> 20;
  bits -= std::uint64_t{static_cast<std::uint32_t>(exponent)} << 52;
  double m = 0;
  std::memcpy(&m, &bits, sizeof m);

  // With f = m - 1 and s = f / (2 + f), log m = 2 artanh s = 2 s + s r, where r is the rest of the
  // series, 2 s^2/3 + 2 s^4/5 + ...; and 2 s = f - s f, in which f is exact. s^2 is below 0.0295.
  const double f = m - 1.0;
  const double s = f / (2.0 + f);
  const double z = product(s, s);
  double r = 2.0 / 23;
  r = product(r, z) + 2.0 / 21;
  r = product(r, z) + 2.0 / 19;
  r = product(r, z) + 2.0 / 17;
  r = product(r, z) + 2.0 / 15;
  r = product(r, z) + 2.0 / 13;
  r = product(r, z) + 2.0 / 11;
  r = product(r, z) + 2.0 / 9;
  r = product(r, z) + 2.0 / 7;
  r = product(r, z) + 2.0 / 5;
  r = product(r, z) + 2.0 / 3;
  r = product(r, z);

  // log 2 in two parts; the first has 11 zero bits at its end, so that its multiples are exact.
  constexpr double kLog2 = 0x1.62e42fefa3800p-1;
  constexpr double kLog2Rest = 0x1.ef35793c76730p-45;
  const auto k = static_cast<double>(exponent);
  return product(k, kLog2) - ((product(s, f - r) - product(k, kLog2Rest)) - f);
}

struct SineCosine {
  double sine;
  double cosine;
};

// Of an angle from 0 to 2 pi, within 2 ulp, but 20 ulp for the doubles nearest to a multiple of
// pi/2 where the result is nearest to 0.
GRAPHRUN_HOST_DEVICE inline SineCosine portable_sincos(double angle) {
  // angle = quarters * pi/2 + r, with r from -pi/4 to pi/4. pi/2 in two parts; the first has three
  // zero bits at its end, so that its multiples are exact.
  constexpr double kFourOverPi = 0x1.45f306dc9c883p+0;
  constexpr double kHalfPi = 0x1.921fb54442d18p+0;
  constexpr double kHalfPiRest = 0x1.1a62633145c07p-54;
  const auto eighths = static_cast<std::int32_t>(angle * kFourOverPi);
  const std::int32_t quarters = (eighths + 1) >> 1;
  const auto q = static_cast<double>(quarters);
  const double r = (angle - product(q, kHalfPi)) - product(q, kHalfPiRest);

  // Taylor's series; r^2 is below 0.617.
  const double z = product(r, r);
  double sine = 1.0 / 355687428096000;  // 1/17!
  sine = product(sine, z) - 1.0 / 1307674368000;
  sine = product(sine, z) + 1.0 / 6227020800;
  sine = product(sine, z) - 1.0 / 39916800;
  sine = product(sine, z) + 1.0 / 362880;
  sine = product(sine, z) - 1.0 / 5040;
  sine = product(sine, z) + 1.0 / 120;
  sine = product(sine, z) - 1.0 / 6;
  sine = product(product(sine, z), r) + r;
  double cosine = 1.0 / 20922789888000;  // 1/16!
  cosine = product(cosine, z) - 1.0 / 87178291200;
  cosine = product(cosine, z) + 1.0 / 479001600;
  cosine = product(cosine, z) - 1.0 / 3628800;
  cosine = product(cosine, z) + 1.0 / 40320;
  cosine = product(cosine, z) - 1.0 / 720;
  cosine = product(cosine, z) + 1.0 / 24;
  cosine = product(cosine, product(z, z)) + (1.0 - 0.5 * z);

  // An odd quarter exchanges the two, and half a turn changes signs: on their bits, because a
  // branch would keep a loop over angles from being vectorised.
  const auto turn = static_cast<std::uint64_t>(quarters);
  std::uint64_t sine_bits = 0;
  std::uint64_t cosine_bits = 0;
  std::memcpy(&sine_bits, &sine, sizeof sine);
  std::memcpy(&cosine_bits, &cosine, sizeof cosine);
  const std::uint64_t exchanged = (sine_bits ^ cosine_bits) & (0 - (turn & 1));
  sine_bits ^= exchanged ^ ((turn & 2) << 62);
  cosine_bits ^= exchanged ^ (((turn + 1) & 2) << 62);
  SineCosine result{};
  std::memcpy(&result.sine, &sine_bits, sizeof sine_bits);
  std::memcpy(&result.cosine, &cosine_bits, sizeof cosine_bits);
  return result;
}

// A pair is a direction times the square root of a square.
template <typename T>
struct NormalPair {
  T first;
  T second;
};

inline constexpr double kTwoPi = 0x1.921fb54442d18p+2;

// TensorFlow takes the logarithm of no less than 1e-7.
template <typename T>
GRAPHRUN_HOST_DEVICE inline T clear_of_zero(T u) {
  constexpr T kLeast = static_cast<T>(1.0e-7);
  return u < kLeast ? kLeast : u;
}

// -2 log u. The logarithm is rounded to T, as are the two below, because TensorFlow's are.
template <typename T>
GRAPHRUN_HOST_DEVICE inline T normal_square(T u) {
  return T{-2} * static_cast<T>(portable_log(u));
}

// Of 2 pi v.
template <typename T>
GRAPHRUN_HOST_DEVICE inline NormalPair<T> normal_direction(T v) {
  const auto angle = static_cast<T>(product(kTwoPi, double{v}));
  const SineCosine at = portable_sincos(angle);
  return {static_cast<T>(at.sine), static_cast<T>(at.cosine)};
}

template <typename T>
GRAPHRUN_HOST_DEVICE inline NormalPair<T> normal_pair(T square, const NormalPair<T>& direction) {
  const T length = std::sqrt(square);
  return {product(direction.first, length), product(direction.second, length)};
}

}  // namespace graphrun
