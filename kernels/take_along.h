// Parts of a tensor by their indices along an axis: Gather, GatherV2.

#pragma once

#include "kernels/index_values.h"

namespace graphrun {

// Output 0 is params with `axis` replaced by the indices' axes from `batch_axes` on; the axes
// before those are common to both. REQUIRES: batch_axes <= axis < rank of params, and the shapes to
// fit. An index that is out of range is InvalidArgument.
void take_along(KernelContext& context, int axis, int batch_axes);

// What TensorFlow 1.15 registers on GPUs for both.
inline constexpr DTypes kGpuTakeTypes =
    kGpuFloatTypes | DTypes{DType::boolean, DType::int32, DType::int64};

}  // namespace graphrun
