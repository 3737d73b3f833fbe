// Log1p: log(1 + x), element by element, exact for small x.

#include "kernels/blocks.h"
#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

void log1p_cpu(KernelContext& context) { unary_function(context, vector_math::log1p); }

}  // namespace

void add_log1p(OpCatalog& ops) {
  ops.add(unary_op({.name = "Log1p",
                    .summary = "log(1 + x), element by element, exact for small x",
                    .cpu = log1p_cpu,
                    .blocks = function_blocks<vector_math::log1p>(),
                    .example_value = "[0.0, 1.0e-6, 1.0]"}));
}

}  // namespace graphrun
