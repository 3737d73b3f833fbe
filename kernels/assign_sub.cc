// AssignSub: subtracts a value from a variable and passes the variable on.

#include "kernels/assign_update.h"

namespace graphrun {
namespace {

void assign_sub_cpu(KernelContext& context) {
  assign_update(context, [](auto x, auto y) { return x - y; });
}

}  // namespace

void add_assign_sub(OpCatalog& ops) {
  ops.add(assign_update_op("AssignSub", "subtracts a value from a variable", assign_sub_cpu));
}

}  // namespace graphrun
