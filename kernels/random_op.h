// Ops that make tensors of random numbers: RandomUniform, RandomUniformInt, RandomStandardNormal,
// TruncatedNormal, and those that take random decisions: RandomShuffle, Multinomial.
//
// The numbers are TensorFlow's for the same seeds, on every device: uniform ones bit for bit, see
// runtime/random_fill.h. Each run goes on where the last one ended.

#pragma once

#include "graph/op_catalog.h"
#include "runtime/kernel_context.h"
#include "runtime/random_fill.h"

namespace graphrun {

// Where the node's stream stands, which then goes on by so many samples.
RandomStream take_samples(KernelContext& context, std::uint64_t samples);

// `seed` and `seed2`, both 0 unless set.
std::vector<AttributeDef> seed_attributes();

// The row of an op that fills its output: type attributes `dtype` and `T`, attributes `seed` and
// `seed2`.
OpDef random_op(std::string name, std::string summary, KernelFn cpu);

}  // namespace graphrun
