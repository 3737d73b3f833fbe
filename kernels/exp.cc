// Exp: e to the power x, element by element.

#include "kernels/blocks.h"
#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

void exp_cpu(KernelContext& context) { unary_function(context, vector_math::exp); }

}  // namespace

void add_exp(OpCatalog& ops) {
  ops.add(unary_op({.name = "Exp",
                    .summary = "e to the power x, element by element",
                    .cpu = exp_cpu,
                    .blocks = function_blocks<vector_math::exp>()}));
}

}  // namespace graphrun
