// Ceil: the smallest integer that is at least x, element by element.

#include "kernels/blocks.h"
#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

void ceil_cpu(KernelContext& context) { unary_function(context, vector_math::ceil); }

}  // namespace

void add_ceil(OpCatalog& ops) {
  ops.add(unary_op({.name = "Ceil",
                    .summary = "the smallest integer that is at least x, element by element",
                    .cpu = ceil_cpu,
                    .blocks = function_blocks<vector_math::ceil>()}));
}

}  // namespace graphrun
