// Tanh: the hyperbolic tangent of x, element by element.

#include "kernels/blocks.h"
#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

void tanh_cpu(KernelContext& context) { unary_function(context, vector_math::tanh); }

}  // namespace

void add_tanh(OpCatalog& ops) {
  ops.add(unary_op({.name = "Tanh",
                    .summary = "the hyperbolic tangent of x, element by element",
                    .cpu = tanh_cpu,
                    .blocks = function_blocks<vector_math::tanh>()}));
}

}  // namespace graphrun
