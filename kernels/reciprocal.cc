// Reciprocal: 1 / x, element by element.
//
// The definition allows int32 and int64, as TensorFlow's does; TensorFlow 1.15 has a kernel for
// int64 on a GPU alone, which is left out here, where every op that a GPU has runs on the CPU too.

#include "kernels/blocks.h"
#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

void reciprocal_cpu(KernelContext& context) { unary_function(context, vector_math::reciprocal); }

}  // namespace

void add_reciprocal(OpCatalog& ops) {
  ops.add(unary_op({.name = "Reciprocal",
                    .summary = "1 / x, element by element",
                    .types = {.allowed = kFloatTypes | DTypes{DType::int32, DType::int64},
                              .cpu = kFloatTypes,
                              .gpu = kGpuFloatTypes},
                    .cpu = reciprocal_cpu,
                    .blocks = function_blocks<vector_math::reciprocal>(),
                    .example_value = "[4.0, -2.0, 0.0]"}));
}

}  // namespace graphrun
