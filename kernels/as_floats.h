// 16-bit floating point tensors as floats, for kernels that compute in float and round once.

#pragma once

#include "runtime/tensor.h"

namespace graphrun {

// The elements of a tensor of float16 or bfloat16.
HostTensor as_floats(const Tensor& tensor);

// Rounds to a tensor of float16 or bfloat16 of the same shape.
void round_floats(const HostTensor& floats, const Tensor& rounded);

}  // namespace graphrun
