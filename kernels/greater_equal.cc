// GreaterEqual: z = x >= y, element by element.

#include "kernels/comparison.h"

namespace graphrun {
namespace {

void greater_equal_cpu(KernelContext& context) {
  compare<OrderedTypes>(context, [](const auto& x, const auto& y) { return x >= y; });
}

}  // namespace

void add_greater_equal(OpCatalog& ops) {
  ops.add(order_op("GreaterEqual", "x >= y, element by element", greater_equal_cpu));
}

}  // namespace graphrun
