// The elementary functions over arrays of floats and doubles, several elements at a time.
//
// GCC vectorises the loops with the vector functions of glibc's libmvec (2.35 and later, x86-64),
// once for each instruction set; which one runs is found out when the program does. Elsewhere they
// are loops over the C library's functions. oneDNN's eltwise primitive would do the same for
// floats, but gives infinity for exp of NaN, and at places no correct digit of log and expm1.
//
// Errors, measured against long double over all magnitudes: at most 4 units in the last place,
// mostly 1 to 3; more where gelu and sigmoid all but vanish, at 1e-20 and less of what they were.
// NaN, infinities, -0.0, underflow and overflow are the C library's. The result of an element
// depends on its value alone, not on its place or on how an array is divided.

#pragma once

#include <cstdint>

namespace graphrun {

// `y` may be `x`, and must not overlap it otherwise.
struct VectorFunction {
  void (*floats)(const float* x, float* y, std::int64_t elements);
  void (*doubles)(const double* x, double* y, std::int64_t elements);
};

namespace vector_math {

extern const VectorFunction exp;
extern const VectorFunction log;
extern const VectorFunction log1p;
extern const VectorFunction sin;
extern const VectorFunction cos;
extern const VectorFunction tanh;
extern const VectorFunction erf;
extern const VectorFunction sqrt;
extern const VectorFunction rsqrt;       // 1 / sqrt(x)
extern const VectorFunction reciprocal;  // 1 / x
extern const VectorFunction floor;
extern const VectorFunction ceil;
extern const VectorFunction round;      // to the nearest, halves to the even one
extern const VectorFunction sigmoid;    // 1 / (1 + exp(-x))
extern const VectorFunction softplus;   // log(1 + exp(x))
extern const VectorFunction elu;        // x < 0 ? exp(x) - 1 : x
extern const VectorFunction gelu;       // x Φ(x), Φ being the standard normal distribution
extern const VectorFunction gelu_tanh;  // an approximation of it by tanh

}  // namespace vector_math

}  // namespace graphrun
