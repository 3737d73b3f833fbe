#include "kernels/vector_math.h"

#include <math.h>

#include <algorithm>
#include <array>
#include <cmath>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 35)
#define GRAPHRUN_LIBMVEC
#endif
#endif

#ifdef GRAPHRUN_LIBMVEC
#define GRAPHRUN_VECTORISED __attribute__((simd("notinbranch"), const))
#else
#define GRAPHRUN_VECTORISED
#endif

// The C library's functions under names of our own, so that they can be said to have vector
// versions, which <math.h> says under -ffast-math alone.
#define GRAPHRUN_LIBM(function)                                                                  \
  extern "C" GRAPHRUN_VECTORISED float graphrun_##function##f(float) noexcept __asm__(#function  \
                                                                                      "f");      \
  extern "C" GRAPHRUN_VECTORISED double graphrun_##function(double) noexcept __asm__(#function); \
  namespace graphrun::libm {                                                                     \
  inline float function(float x) { return graphrun_##function##f(x); }                           \
  inline double function(double x) { return graphrun_##function(x); }                            \
  }
GRAPHRUN_LIBM(exp)
GRAPHRUN_LIBM(log)
GRAPHRUN_LIBM(log1p)
GRAPHRUN_LIBM(expm1)
GRAPHRUN_LIBM(sin)
GRAPHRUN_LIBM(cos)
GRAPHRUN_LIBM(tanh)
GRAPHRUN_LIBM(erf)
GRAPHRUN_LIBM(erfc)
#undef GRAPHRUN_LIBM

namespace graphrun {
namespace {

// What a function does to one element.

struct Exp {
  template <typename T>
  T operator()(T x) const {
    return libm::exp(x);
  }
};

struct Log {
  template <typename T>
  T operator()(T x) const {
    return libm::log(x);
  }
};

struct Log1p {
  template <typename T>
  T operator()(T x) const {
    return libm::log1p(x);
  }
};

struct Sin {
  template <typename T>
  T operator()(T x) const {
    return libm::sin(x);
  }
};

struct Cos {
  template <typename T>
  T operator()(T x) const {
    return libm::cos(x);
  }
};

struct Tanh {
  template <typename T>
  T operator()(T x) const {
    return libm::tanh(x);
  }
};

struct Erf {
  template <typename T>
  T operator()(T x) const {
    return libm::erf(x);
  }
};

struct Sqrt {
  template <typename T>
  T operator()(T x) const {
    return std::sqrt(x);
  }
};

struct Rsqrt {
  template <typename T>
  T operator()(T x) const {
    return T(1) / std::sqrt(x);
  }
};

struct Reciprocal {
  template <typename T>
  T operator()(T x) const {
    return T(1) / x;
  }
};

struct Floor {
  template <typename T>
  T operator()(T x) const {
    return std::floor(x);
  }
};

struct Ceil {
  template <typename T>
  T operator()(T x) const {
    return std::ceil(x);
  }
};

struct Round {
  template <typename T>
  T operator()(T x) const {
    return std::rint(x);
  }
};

struct Sigmoid {
  template <typename T>
  T operator()(T x) const {
    return T(1) / (T(1) + libm::exp(-x));
  }
};

// In a form that loses no digits far from zero.
struct Softplus {
  template <typename T>
  T operator()(T x) const {
    return (x > T(0) ? x : T(0)) + libm::log1p(libm::exp(-std::fabs(x)));
  }
};

// A sum rather than a choice: the compiler would compute expm1 only where it is chosen, one element
// at a time. Its terms keep the sign of zero.
struct Elu {
  template <typename T>
  T operator()(T x) const {
    return (x > T(0) ? x : T(-0.0)) + libm::expm1(x > T(0) ? T(0) : x);
  }
};

struct Gelu {
  template <typename T>
  T operator()(T x) const {
    constexpr T kHalfSqrt2 = T(0.70710678118654752440);
    return T(0.5) * x * libm::erfc(-x * kHalfSqrt2);  // erfc(-z) is 1 + erf(z), with all its digits
  }
};

// x (1 + tanh(u)) / 2, where (1 + tanh(u)) / 2 is 1 / (1 + exp(-2u)) with all its digits.
struct GeluTanh {
  template <typename T>
  T operator()(T x) const {
    constexpr T kSqrt8OverPi = T(1.59576912160573071176);
    return x / (T(1) + libm::exp(-kSqrt8OverPi * (x + T(0.044715) * x * x * x)));
  }
};

// Of the widest vectors. Loops run over a multiple of it, so that each element is computed by the
// same instructions wherever it stands.
constexpr std::int64_t kLanes = 16;

template <typename Function, typename T>
void loop(const T* x, T* y, std::int64_t elements) {
  const Function function;
#pragma GCC ivdep
  for (std::int64_t i = 0; i < elements; ++i) y[i] = function(x[i]);
}

#ifdef GRAPHRUN_LIBMVEC

template <typename Function, typename T>
__attribute__((target("avx2,fma"))) void loop_avx2(const T* x, T* y, std::int64_t elements) {
  const Function function;
#pragma GCC ivdep
  for (std::int64_t i = 0; i < elements; ++i) y[i] = function(x[i]);
}

template <typename Function, typename T>
__attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,fma,prefer-vector-width=512"))) void
loop_avx512(const T* x, T* y, std::int64_t elements) {
  const Function function;
#pragma GCC ivdep
  for (std::int64_t i = 0; i < elements; ++i) y[i] = function(x[i]);
}

template <typename Function, typename T>
auto loop_for_this_cpu() {
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) {
    return loop_avx512<Function, T>;
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    return loop_avx2<Function, T>;
  }
  return loop<Function, T>;
}

#else

template <typename Function, typename T>
auto loop_for_this_cpu() {
  return loop<Function, T>;
}

#endif

template <typename Function, typename T>
void apply(const T* x, T* y, std::int64_t elements) {
  static const auto run = loop_for_this_cpu<Function, T>();
  const std::int64_t whole = elements / kLanes * kLanes;
  if (whole > 0) run(x, y, whole);
  if (whole == elements) return;
  std::array<T, kLanes> last_x{};
  std::array<T, kLanes> last_y;
  std::copy(x + whole, x + elements, last_x.begin());
  run(last_x.data(), last_y.data(), kLanes);
  std::copy_n(last_y.begin(), elements - whole, y + whole);
}

}  // namespace

namespace vector_math {

const VectorFunction exp = {apply<Exp, float>, apply<Exp, double>};
const VectorFunction log = {apply<Log, float>, apply<Log, double>};
const VectorFunction log1p = {apply<Log1p, float>, apply<Log1p, double>};
const VectorFunction sin = {apply<Sin, float>, apply<Sin, double>};
const VectorFunction cos = {apply<Cos, float>, apply<Cos, double>};
const VectorFunction tanh = {apply<Tanh, float>, apply<Tanh, double>};
const VectorFunction erf = {apply<Erf, float>, apply<Erf, double>};
const VectorFunction sqrt = {apply<Sqrt, float>, apply<Sqrt, double>};
const VectorFunction rsqrt = {apply<Rsqrt, float>, apply<Rsqrt, double>};
const VectorFunction reciprocal = {apply<Reciprocal, float>, apply<Reciprocal, double>};
const VectorFunction floor = {apply<Floor, float>, apply<Floor, double>};
const VectorFunction ceil = {apply<Ceil, float>, apply<Ceil, double>};
const VectorFunction round = {apply<Round, float>, apply<Round, double>};
const VectorFunction sigmoid = {apply<Sigmoid, float>, apply<Sigmoid, double>};
const VectorFunction softplus = {apply<Softplus, float>, apply<Softplus, double>};
const VectorFunction elu = {apply<Elu, float>, apply<Elu, double>};
const VectorFunction gelu = {apply<Gelu, float>, apply<Gelu, double>};
const VectorFunction gelu_tanh = {apply<GeluTanh, float>, apply<GeluTanh, double>};

}  // namespace vector_math

}  // namespace graphrun
