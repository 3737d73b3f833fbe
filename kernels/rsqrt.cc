// Rsqrt: 1 / sqrt(x), element by element.

#include "kernels/blocks.h"
#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

void rsqrt_cpu(KernelContext& context) { unary_function(context, vector_math::rsqrt); }

}  // namespace

void add_rsqrt(OpCatalog& ops) {
  ops.add(unary_op({.name = "Rsqrt",
                    .summary = "1 / sqrt(x), element by element",
                    .cpu = rsqrt_cpu,
                    .blocks = function_blocks<vector_math::rsqrt>(),
                    .example_value = "[4.0, 2.0, 0.25]"}));
}

}  // namespace graphrun
