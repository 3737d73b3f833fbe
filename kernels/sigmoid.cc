// Sigmoid: 1 / (1 + exp(-x)), element by element.

#include "kernels/blocks.h"
#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

void sigmoid_cpu(KernelContext& context) { unary_function(context, vector_math::sigmoid); }

}  // namespace

void add_sigmoid(OpCatalog& ops) {
  ops.add(unary_op({.name = "Sigmoid",
                    .summary = "1 / (1 + exp(-x)), element by element",
                    .cpu = sigmoid_cpu,
                    .blocks = function_blocks<vector_math::sigmoid>()}));
}

}  // namespace graphrun
