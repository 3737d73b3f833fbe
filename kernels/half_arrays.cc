#include "kernels/half_arrays.h"

#include <algorithm>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#include <immintrin.h>
#define GRAPHRUN_F16C
#endif

namespace graphrun {
namespace {

void to_floats_one_by_one(const Half* from, float* to, std::int64_t elements) {
  std::transform(from, from + elements, to, [](Half x) { return static_cast<float>(x); });
}

void from_floats_one_by_one(const float* from, Half* to, std::int64_t elements) {
  std::transform(from, from + elements, to, [](float x) { return Half(x); });
}

#ifdef GRAPHRUN_F16C

// The processor's conversions round as Half's do.
bool has_f16c() {
  static const bool has = __builtin_cpu_supports("avx") && __builtin_cpu_supports("f16c");
  return has;
}

constexpr std::int64_t kLanes = 8;

// Return how many elements they converted: a multiple of kLanes.

__attribute__((target("avx,f16c"))) std::int64_t to_floats_by_f16c(const Half* from, float* to,
                                                                   std::int64_t elements) {
  std::int64_t i = 0;
  for (; i + kLanes <= elements; i += kLanes) {
    const __m128i halves = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i));
    _mm256_storeu_ps(to + i, _mm256_cvtph_ps(halves));
  }
  return i;
}

__attribute__((target("avx,f16c"))) std::int64_t from_floats_by_f16c(const float* from, Half* to,
                                                                     std::int64_t elements) {
  std::int64_t i = 0;
  for (; i + kLanes <= elements; i += kLanes) {
    const __m128i halves = _mm256_cvtps_ph(_mm256_loadu_ps(from + i), _MM_FROUND_TO_NEAREST_INT);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + i), halves);
  }
  return i;
}

#else

bool has_f16c() { return false; }
std::int64_t to_floats_by_f16c(const Half*, float*, std::int64_t) { return 0; }
std::int64_t from_floats_by_f16c(const float*, Half*, std::int64_t) { return 0; }

#endif

}  // namespace

void to_floats(const Half* from, float* to, std::int64_t elements) {
  const std::int64_t done = has_f16c() ? to_floats_by_f16c(from, to, elements) : 0;
  to_floats_one_by_one(from + done, to + done, elements - done);
}

void to_floats(const BFloat16* from, float* to, std::int64_t elements) {
  for (std::int64_t i = 0; i < elements; ++i) to[i] = static_cast<float>(from[i]);
}

void from_floats(const float* from, Half* to, std::int64_t elements) {
  const std::int64_t done = has_f16c() ? from_floats_by_f16c(from, to, elements) : 0;
  from_floats_one_by_one(from + done, to + done, elements - done);
}

void from_floats(const float* from, BFloat16* to, std::int64_t elements) {
  for (std::int64_t i = 0; i < elements; ++i) to[i] = BFloat16(from[i]);
}

}  // namespace graphrun
