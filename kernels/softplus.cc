// Softplus: log(1 + exp(x)), element by element.

#include "kernels/blocks.h"
#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

void softplus_cpu(KernelContext& context) { unary_function(context, vector_math::softplus); }

}  // namespace

void add_softplus(OpCatalog& ops) {
  ops.add(unary_op({.name = "Softplus",
                    .summary = "log(1 + exp(x)), element by element",
                    .cpu = softplus_cpu,
                    .blocks = function_blocks<vector_math::softplus>(),
                    .input = "features",
                    .output = "activations"}));
}

}  // namespace graphrun
