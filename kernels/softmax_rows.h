// The parts of a softmax over a row, in float or double. Used by Softmax, LogSoftmax and the cross
// entropies. NaN or infinity in a row makes all of its results NaN, but for -infinity beside finite
// numbers, which stands for a probability of 0.

#pragma once

#include <cstdint>

namespace graphrun {

// Of at least one element; NaN where one of them is.
float largest(const float* x, std::int64_t size);
double largest(const double* x, std::int64_t size);

// y = exp(x - shift); returns the sum of all y, which is not rounded to a float: a softmax near 1
// has a logarithm near 0. y may be x. REQUIRES: no x is more than `shift`.
double exponentials(const float* x, std::int64_t size, float shift, float* y);
double exponentials(const double* x, std::int64_t size, double shift, double* y);

// The same without y.
double sum_of_exponentials(const float* x, std::int64_t size, float shift);
double sum_of_exponentials(const double* x, std::int64_t size, double shift);

}  // namespace graphrun
