// IsFinite: which elements are neither NaN nor infinite.

#include <cmath>

#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

void is_finite_cpu(KernelContext& context) {
  unary_elementwise<Half, BFloat16, float, double>(context,
                                                   [](auto x) -> bool { return std::isfinite(x); });
}

}  // namespace

void add_is_finite(OpCatalog& ops) {
  OpDef op = unary_op({.name = "IsFinite",
                       .summary = "which elements are neither NaN nor infinite",
                       .cpu = is_finite_cpu,
                       .example_value = "[1.0, .nan, .inf]"});
  op.outputs = {ArgDef::of("y", DType::boolean)};
  ops.add(std::move(op));
}

}  // namespace graphrun
