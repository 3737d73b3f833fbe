// LogicalAnd: x and y of booleans, element by element.

#include "kernels/logical.h"

namespace graphrun {
namespace {

void logical_and_cpu(KernelContext& context) {
  apply_broadcast<bool, bool>(context, [](bool x, bool y) { return (x & y) != 0; });
}

}  // namespace

void add_logical_and(OpCatalog& ops) {
  ops.add(logical_op("LogicalAnd", "x and y of booleans, element by element", logical_and_cpu));
}

}  // namespace graphrun
