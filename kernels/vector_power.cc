#include "kernels/vector_power.h"

#include <features.h>

#include <algorithm>
#include <array>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 35)
#define GRAPHRUN_LIBMVEC
#endif
#endif

#ifdef GRAPHRUN_LIBMVEC
// Nothing here reads errno or the floating point exceptions, which would keep loops from being
// vectorised.
#pragma GCC optimize("no-math-errno", "no-trapping-math")
#define GRAPHRUN_VECTORISED __attribute__((simd("notinbranch"), const))
#else
#define GRAPHRUN_VECTORISED
#endif

// The C library's functions under names of our own, so that they can be said to have vector
// versions, which <math.h> says under -ffast-math alone.
extern "C" GRAPHRUN_VECTORISED float graphrun_powf(float, float) noexcept __asm__("powf");
extern "C" GRAPHRUN_VECTORISED double graphrun_pow(double, double) noexcept __asm__("pow");

namespace graphrun {
namespace {

inline float power(float x, float y) { return graphrun_powf(x, y); }
inline double power(double x, double y) { return graphrun_pow(x, y); }

// Whole blocks alone are computed, so that each element is by the same instructions wherever it
// stands. A multiple of the widest vectors' lanes.
constexpr std::int64_t kBlock = 64;

template <typename T>
using Block = std::array<T, kBlock>;

template <typename T>
void loop(const T* __restrict__ x, const T* __restrict__ y, T* __restrict__ z) {
  for (std::int64_t i = 0; i < kBlock; ++i) z[i] = power(x[i], y[i]);
}

template <typename T>
using Loop = void (*)(const T*, const T*, T*);

#ifdef GRAPHRUN_LIBMVEC

template <typename T>
__attribute__((target("avx2,fma"))) void loop_avx2(const T* __restrict__ x, const T* __restrict__ y,
                                                   T* __restrict__ z) {
  for (std::int64_t i = 0; i < kBlock; ++i) z[i] = power(x[i], y[i]);
}

template <typename T>
__attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,fma,prefer-vector-width=512"))) void
loop_avx512(const T* __restrict__ x, const T* __restrict__ y, T* __restrict__ z) {
  for (std::int64_t i = 0; i < kBlock; ++i) z[i] = power(x[i], y[i]);
}

template <typename T>
Loop<T> loop_for_this_cpu() {
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) {
    return loop_avx512<T>;
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return loop_avx2<T>;
  return loop<T>;
}

#else

template <typename T>
Loop<T> loop_for_this_cpu() {
  return loop<T>;
}

#endif

// A block of an operand that begins at `first`, in `copy` where it is not whole in memory.
template <typename T>
const T* block_of(PowerOperand<T> operand, std::int64_t first, std::int64_t size, Block<T>& copy) {
  if (operand.step == 0) {
    if (first == 0) copy.fill(*operand.data);
    return copy.data();
  }
  if (size == kBlock) return operand.data + first;
  copy.fill(T(1));
  std::copy_n(operand.data + first, size, copy.begin());
  return copy.data();
}

template <typename T>
void apply(PowerOperand<T> x, PowerOperand<T> y, T* z, std::int64_t elements) {
  static const Loop<T> run = loop_for_this_cpu<T>();
  if (y.step == 0 && *y.data == T(2)) {  // the one power that is common, and exact this way
    for (std::int64_t i = 0; i < elements; ++i) z[i] = x.data[i * x.step] * x.data[i * x.step];
    return;
  }
  Block<T> x_copy;
  Block<T> y_copy;
  for (std::int64_t first = 0; first < elements; first += kBlock) {
    const std::int64_t size = std::min(kBlock, elements - first);
    const T* bases = block_of(x, first, size, x_copy);
    const T* exponents = block_of(y, first, size, y_copy);
    if (size == kBlock) {
      run(bases, exponents, z + first);
    } else {
      Block<T> last;
      run(bases, exponents, last.data());
      std::copy_n(last.begin(), size, z + first);
    }
  }
}

}  // namespace

void vector_power(PowerOperand<float> x, PowerOperand<float> y, float* z, std::int64_t elements) {
  apply(x, y, z, elements);
}

void vector_power(PowerOperand<double> x, PowerOperand<double> y, double* z,
                  std::int64_t elements) {
  apply(x, y, z, elements);
}

}  // namespace graphrun
