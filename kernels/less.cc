// Less: z = x < y, element by element.

#include "kernels/comparison.h"

namespace graphrun {
namespace {

void less_cpu(KernelContext& context) {
  compare<OrderedTypes>(context, [](const auto& x, const auto& y) { return x < y; });
}

}  // namespace

void add_less(OpCatalog& ops) { ops.add(order_op("Less", "x < y, element by element", less_cpu)); }

}  // namespace graphrun
