// Powers of floats and doubles, several at a time, by the vector functions of glibc's libmvec where
// there are (see vector_math.h), else by the C library's pow.
//
// Errors: at most 2 units in the last place. NaN, infinities, -0.0, underflow and overflow are the
// C library's. The result of an element depends on the two values alone, not on their place.

#pragma once

#include <cstdint>

namespace graphrun {

// Operands and where the next element of them is: 1 element on, or 0, the same for all.
template <typename T>
struct PowerOperand {
  const T* data;
  std::int64_t step;
};

// z[i] = x[i] to the power y[i]. `z` must not overlap the operands.
void vector_power(PowerOperand<float> x, PowerOperand<float> y, float* z, std::int64_t elements);
void vector_power(PowerOperand<double> x, PowerOperand<double> y, double* z, std::int64_t elements);

}  // namespace graphrun
