// Ops that make tensors of random numbers: RandomUniform, RandomStandardNormal.
//
// The numbers are TensorFlow's for the same seeds, on every device: uniform ones bit for bit, see
// runtime/random_fill.h. Each run goes on where the last one ended.

#pragma once

#include "graph/op_catalog.h"
#include "runtime/kernel_context.h"
#include "runtime/random_fill.h"

namespace graphrun {

using RandomFill = void (*)(void* data, DType dtype, std::int64_t elements,
                            const RandomStream& stream);

// Fills output 0 with the next numbers of the node's stream.
void fill_output(KernelContext& context, RandomFill fill);

// The row of such an op: type attributes `dtype` and `T`, attributes `seed` and `seed2`.
OpDef random_op(std::string name, std::string summary, KernelFn cpu);

}  // namespace graphrun
