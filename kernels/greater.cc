// Greater: z = x > y, element by element.

#include "kernels/comparison.h"

namespace graphrun {
namespace {

void greater_cpu(KernelContext& context) {
  compare<OrderedTypes>(context, [](const auto& x, const auto& y) { return x > y; });
}

}  // namespace

void add_greater(OpCatalog& ops) {
  ops.add(order_op("Greater", "x > y, element by element", greater_cpu));
}

}  // namespace graphrun
