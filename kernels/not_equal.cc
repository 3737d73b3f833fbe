// NotEqual: z = x != y, element by element.

#include "kernels/comparison.h"

namespace graphrun {
namespace {

void not_equal_cpu(KernelContext& context) {
  compare<EqualityTypes>(context, [](const auto& x, const auto& y) { return x != y; });
}

}  // namespace

void add_not_equal(OpCatalog& ops) {
  ops.add(equality_op("NotEqual", "x != y, element by element", not_equal_cpu));
}

}  // namespace graphrun
