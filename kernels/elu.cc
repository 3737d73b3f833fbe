// Elu: x, and exp(x) - 1 where x is negative, element by element.

#include "kernels/blocks.h"
#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

void elu_cpu(KernelContext& context) { unary_function(context, vector_math::elu); }

}  // namespace

void add_elu(OpCatalog& ops) {
  ops.add(unary_op({.name = "Elu",
                    .summary = "x, and exp(x) - 1 where x is negative, element by element",
                    .cpu = elu_cpu,
                    .blocks = function_blocks<vector_math::elu>(),
                    .input = "features",
                    .output = "activations"}));
}

}  // namespace graphrun
