// Tensors side by side along an axis, and apart again: Concat, ConcatV2, Pack, Split, SplitV,
// Unpack.

#pragma once

#include "graph/op_catalog.h"
#include "kernels/index_values.h"

namespace graphrun {

// The shape of inputs [first, first + count) side by side along `axis`; of a rank alone where the
// axis is not known. Throws ShapeFault.
Shape shape_side_by_side(const ShapeContext& context, int first, int count,
                         std::optional<std::int64_t> axis);

// The kernel of Concat and ConcatV2: the inputs [first, first + count) along the axis that input
// `axis_input` says.
void concatenate(KernelContext& context, int first, int count, int axis_input);

// Fills output 0 with the inputs [first, first + count), each cut before `axis` into as many
// pieces.
void join_pieces(KernelContext& context, int first, int count, int axis);
// The other way: input `i` into all outputs.
void cut_into_pieces(KernelContext& context, int i, int axis);

// What TensorFlow 1.15 registers on GPUs for joining and stacking.
inline constexpr DTypes kGpuJoinTypes = {DType::float16, DType::bfloat16, DType::float32,
                                         DType::float64, DType::int64,    DType::boolean,
                                         DType::uint8};

}  // namespace graphrun
