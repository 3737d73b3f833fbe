// Log: the natural logarithm of x, element by element.

#include "kernels/blocks.h"
#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

void log_cpu(KernelContext& context) { unary_function(context, vector_math::log); }

}  // namespace

void add_log(OpCatalog& ops) {
  ops.add(unary_op({.name = "Log",
                    .summary = "the natural logarithm of x, element by element",
                    .cpu = log_cpu,
                    .blocks = function_blocks<vector_math::log>(),
                    .example_value = "[1.0, 8.0, 0.0]"}));
}

}  // namespace graphrun
