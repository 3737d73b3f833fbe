#include "kernels/softmax_rows.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace graphrun {
namespace {

// Floats that are computed side by side. GCC makes poor code of vectors that are wider than the
// processor's, so that each kind of processor has its own.
template <int kFloats>
struct Wide {
  static constexpr std::int64_t kSize = kFloats;
  using Floats [[gnu::vector_size(kFloats * sizeof(float))]] = float;
  using Bits [[gnu::vector_size(kFloats * sizeof(float))]] = std::uint32_t;
};

// Sums of so many elements, a few of them side by side, are added up as doubles.
constexpr std::int64_t kBlock = 512;

template <typename Floats>
[[gnu::always_inline]] inline void load(const float* from, Floats& x) {
  std::memcpy(&x, from, sizeof x);
}

// x becomes e^x within one unit in the last place, for x <= 0 or NaN; 0 where that is below the
// normal floats. e^x = 2^n e^r with n whole and |r| <= ln(2) / 2; e^r is a polynomial, with the
// coefficients of Cephes' expf.
template <typename W>
[[gnu::always_inline]] inline void exponentiate(typename W::Floats& x) {
  using Floats = typename W::Floats;
  using Bits = typename W::Bits;
  constexpr float kLeast = -87.33654f;  // ln of the least normal float
  constexpr float kLog2E = 1.44269504f;
  // Adding it leaves the whole part in the lowest bits of the mantissa.
  constexpr float kToWhole = 12582912.0f;  // 1.5 · 2^23
  // ln(2) in two parts, the first so short that n times it is exact.
  constexpr float kLn2High = 0.693359375f;
  constexpr float kLn2Low = -2.12194440e-4f;
  const Floats zero{};
  const Floats least = zero + kLeast;
  const Floats clamped = x < least ? least : x;
  const Floats shifted = clamped * kLog2E + kToWhole;
  const Floats n = shifted - kToWhole;
  const Floats r = (clamped - n * kLn2High) - n * kLn2Low;
  Floats p = zero + 1.9875691500e-4f;
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  Bits power;
  std::memcpy(&power, &shifted, sizeof power);
  power = (power << 23) + (std::uint32_t{127} << 23);
  Floats scale;
  std::memcpy(&scale, &power, sizeof scale);
  x = x < least ? zero : (p * r * r + r + 1.0f) * scale;
}

template <typename F>
F larger(F a, F b) {
  const F of_numbers = b > a ? b : a;  // and a where it is NaN
  return b != b ? b : of_numbers;
}

template <typename W>
[[gnu::always_inline]] inline float largest_of(const float* x, std::int64_t size) {
  using Floats = typename W::Floats;
  constexpr std::int64_t kWide = W::kSize;
  float most = x[0];
  std::int64_t i = 0;
  if (size >= kWide) {
    Floats a;
    load(x, a);
    for (i = kWide; i + kWide <= size; i += kWide) {
      Floats b;
      load(x + i, b);
      const Floats of_numbers = b > a ? b : a;
      a = b != b ? b : of_numbers;
    }
    for (std::int64_t k = 0; k < kWide; ++k) most = larger<float>(most, a[k]);
  }
  for (; i < size; ++i) most = larger(most, x[i]);
  return most;
}

// y: nullptr, or where the exponentials go.
template <typename W>
[[gnu::always_inline]] inline double exponentials_of(const float* x, std::int64_t size, float shift,
                                                     float* y) {
  using Floats = typename W::Floats;
  constexpr std::int64_t kWide = W::kSize;
  double total = 0;
  std::int64_t i = 0;
  while (i + kWide <= size) {
    const std::int64_t end = std::min(i + kBlock, size - size % kWide);
    Floats sums{};
    for (; i < end; i += kWide) {
      Floats e;
      load(x + i, e);
      e -= shift;
      exponentiate<W>(e);
      sums += e;
      if (y != nullptr) std::memcpy(y + i, &e, sizeof e);
    }
    for (std::int64_t k = 0; k < kWide; ++k) total += static_cast<double>(sums[k]);
  }
  if (i < size) {
    Floats e = Floats{} - std::numeric_limits<float>::infinity();  // adds 0
    const auto bytes = static_cast<std::size_t>(size - i) * sizeof(float);
    std::memcpy(&e, x + i, bytes);
    e -= shift;
    exponentiate<W>(e);
    if (y != nullptr) std::memcpy(y + i, &e, bytes);
    for (std::int64_t k = 0; k < size - i; ++k) total += static_cast<double>(e[k]);
  }
  return total;
}

// The program is built for any x86-64; most have AVX2, which does this in half the time.
#ifdef __x86_64__
bool has_avx2() {
  static const bool has = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
  return has;
}

[[gnu::target("avx2,fma")]] float largest_with_avx2(const float* x, std::int64_t size) {
  return largest_of<Wide<8>>(x, size);
}

[[gnu::target("avx2,fma")]] double exponentials_with_avx2(const float* x, std::int64_t size,
                                                          float shift, float* y) {
  return exponentials_of<Wide<8>>(x, size, shift, y);
}
#else
constexpr bool has_avx2() { return false; }

constexpr auto& largest_with_avx2 = largest_of<Wide<4>>;
constexpr auto& exponentials_with_avx2 = exponentials_of<Wide<4>>;
#endif

}  // namespace

float largest(const float* x, std::int64_t size) {
  return has_avx2() ? largest_with_avx2(x, size) : largest_of<Wide<4>>(x, size);
}

double largest(const double* x, std::int64_t size) {
  double most = x[0];
  for (std::int64_t i = 1; i < size; ++i) most = larger(most, x[i]);
  return most;
}

double exponentials(const float* x, std::int64_t size, float shift, float* y) {
  return has_avx2() ? exponentials_with_avx2(x, size, shift, y)
                    : exponentials_of<Wide<4>>(x, size, shift, y);
}

double exponentials(const double* x, std::int64_t size, double shift, double* y) {
  double total = 0;
  for (std::int64_t i = 0; i < size; ++i) {
    y[i] = std::exp(x[i] - shift);
    total += y[i];
  }
  return total;
}

double sum_of_exponentials(const float* x, std::int64_t size, float shift) {
  return exponentials(x, size, shift, nullptr);
}

double sum_of_exponentials(const double* x, std::int64_t size, double shift) {
  double total = 0;
  for (std::int64_t i = 0; i < size; ++i) total += std::exp(x[i] - shift);
  return total;
}

}  // namespace graphrun
