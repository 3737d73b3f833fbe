// A tensor with the elements along some axes in the other order: Reverse, ReverseV2.

#pragma once

#include <vector>

#include "kernels/index_values.h"

namespace graphrun {

// Output 0 is input 0, mirrored along axis i where is_mirrored[i].
void mirror_axes(KernelContext& context, const std::vector<bool>& is_mirrored);

// What TensorFlow 1.15 registers on GPUs for both, besides int32 in host memory.
inline constexpr DTypes kGpuMirrorTypes =
    kGpuFloatTypes | DTypes{DType::uint8, DType::int8, DType::boolean};

}  // namespace graphrun
