// Cos: the cosine of x, in radians, element by element.

#include "kernels/blocks.h"
#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

void cos_cpu(KernelContext& context) { unary_function(context, vector_math::cos); }

}  // namespace

void add_cos(OpCatalog& ops) {
  ops.add(unary_op({.name = "Cos",
                    .summary = "the cosine of x, in radians, element by element",
                    .cpu = cos_cpu,
                    .blocks = function_blocks<vector_math::cos>()}));
}

}  // namespace graphrun
