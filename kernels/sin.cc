// Sin: the sine of x, in radians, element by element.

#include "kernels/blocks.h"
#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

void sin_cpu(KernelContext& context) { unary_function(context, vector_math::sin); }

}  // namespace

void add_sin(OpCatalog& ops) {
  ops.add(unary_op({.name = "Sin",
                    .summary = "the sine of x, in radians, element by element",
                    .cpu = sin_cpu,
                    .blocks = function_blocks<vector_math::sin>()}));
}

}  // namespace graphrun
