// LogicalOr: x or y of booleans, element by element.

#include "kernels/logical.h"

namespace graphrun {
namespace {

void logical_or_cpu(KernelContext& context) {
  apply_broadcast<bool, bool>(context, [](bool x, bool y) { return (x | y) != 0; });
}

}  // namespace

void add_logical_or(OpCatalog& ops) {
  ops.add(logical_op("LogicalOr", "x or y of booleans, element by element", logical_or_cpu));
}

}  // namespace graphrun
