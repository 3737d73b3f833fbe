// Floor: the largest integer that is at most x, element by element.

#include "kernels/blocks.h"
#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

void floor_cpu(KernelContext& context) { unary_function(context, vector_math::floor); }

}  // namespace

void add_floor(OpCatalog& ops) {
  ops.add(unary_op({.name = "Floor",
                    .summary = "the largest integer that is at most x, element by element",
                    .cpu = floor_cpu,
                    .blocks = function_blocks<vector_math::floor>()}));
}

}  // namespace graphrun
