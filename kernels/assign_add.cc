// AssignAdd: adds a value to a variable and passes the variable on.

#include "kernels/assign_update.h"

namespace graphrun {
namespace {

void assign_add_cpu(KernelContext& context) {
  assign_update(context, [](auto x, auto y) { return x + y; });
}

}  // namespace

void add_assign_add(OpCatalog& ops) {
  ops.add(assign_update_op("AssignAdd", "adds a value to a variable", assign_add_cpu));
}

}  // namespace graphrun
