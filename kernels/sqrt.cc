// Sqrt: the square root of x, element by element.

#include "kernels/blocks.h"
#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

void sqrt_cpu(KernelContext& context) { unary_function(context, vector_math::sqrt); }

}  // namespace

void add_sqrt(OpCatalog& ops) {
  ops.add(unary_op({.name = "Sqrt",
                    .summary = "the square root of x, element by element",
                    .cpu = sqrt_cpu,
                    .blocks = function_blocks<vector_math::sqrt>(),
                    .example_value = "[4.0, 2.0, 0.0]"}));
}

}  // namespace graphrun
