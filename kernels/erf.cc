// Erf: the error function of x, element by element.

#include "kernels/blocks.h"
#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

void erf_cpu(KernelContext& context) { unary_function(context, vector_math::erf); }

}  // namespace

void add_erf(OpCatalog& ops) {
  ops.add(unary_op({.name = "Erf",
                    .summary = "the error function of x, element by element",
                    .cpu = erf_cpu,
                    .blocks = function_blocks<vector_math::erf>()}));
}

}  // namespace graphrun
