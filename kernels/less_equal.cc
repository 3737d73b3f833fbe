// LessEqual: z = x <= y, element by element.

#include "kernels/comparison.h"

namespace graphrun {
namespace {

void less_equal_cpu(KernelContext& context) {
  compare<OrderedTypes>(context, [](const auto& x, const auto& y) { return x <= y; });
}

}  // namespace

void add_less_equal(OpCatalog& ops) {
  ops.add(order_op("LessEqual", "x <= y, element by element", less_equal_cpu));
}

}  // namespace graphrun
