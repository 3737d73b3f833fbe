// IsNan: which elements are NaN.

#include <cmath>

#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

void is_nan_cpu(KernelContext& context) {
  unary_elementwise<Half, BFloat16, float, double>(context,
                                                   [](auto x) -> bool { return std::isnan(x); });
}

}  // namespace

void add_is_nan(OpCatalog& ops) {
  OpDef op = unary_op({.name = "IsNan",
                       .summary = "which elements are NaN",
                       .cpu = is_nan_cpu,
                       .example_value = "[1.0, .nan, .inf]"});
  op.outputs = {ArgDef::of("y", DType::boolean)};
  ops.add(std::move(op));
}

}  // namespace graphrun
