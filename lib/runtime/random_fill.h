// Tensors of random numbers, the same as TensorFlow 1.15's CPU kernels make from the same seeds:
// uniform ones bit for bit, normal ones to within a few units in the last place (why, and what is
// equal on every device instead, stands in base/box_muller.h). Nothing depends on the number of
// threads.

#pragma once

#include <cstdint>

#include "base/dtype.h"

namespace graphrun {

// Where in which stream of numbers to begin.
struct RandomStream {
  std::uint64_t seed = 0;
  std::uint64_t seed2 = 0;
  std::uint64_t offset = 0;  // in samples of 128 bits
};

// The stream of an op with these attributes, at its start. TensorFlow takes two zeros to mean that
// no seed was set: such a stream is a new one at every call.
RandomStream open_stream(std::int64_t seed, std::int64_t seed2);

// By how many samples a stateful op's stream advances in a run that makes this many elements, of
// whatever type and distribution. TensorFlow reserves 256 for each, far more than it uses.
std::uint64_t samples_used(std::int64_t elements);

// In [low, high) for float16, bfloat16, float32, float64: TensorFlow's RandomUniform x, and
// x * (high - low) + low in the arithmetic of `dtype`, as tf.random.uniform scales it; rounding may
// then give `high` itself.
void fill_uniform(void* data, DType dtype, std::int64_t elements, const RandomStream& stream,
                  double low = 0, double high = 1);

// In [minval, maxval) for int32, int64: TensorFlow's RandomUniformInt, with its slight preference
// for small numbers where the range is no power of two. REQUIRES: minval < maxval, in `dtype`.
void fill_uniform_int(void* data, DType dtype, std::int64_t elements, const RandomStream& stream,
                      std::int64_t minval, std::int64_t maxval);

// TensorFlow's RandomStandardNormal x, and x * stddev + mean, for the types of fill_uniform. The
// 16-bit types are rounded from the numbers of float32.
void fill_normal(void* data, DType dtype, std::int64_t elements, const RandomStream& stream,
                 double mean = 0, double stddev = 1);

// TensorFlow's TruncatedNormal: normal numbers without those of 2 and beyond, which are drawn again
// (a 16-bit type may round one to 2). For the types of fill_uniform.
void fill_truncated_normal(void* data, DType dtype, std::int64_t elements,
                           const RandomStream& stream);

}  // namespace graphrun
