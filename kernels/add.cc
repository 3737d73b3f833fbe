// Add: z = x + y, element by element.

#include "kernels/binary_elementwise.h"

namespace graphrun {
namespace {

void add_cpu(KernelContext& context) {
  binary_elementwise(context, [](auto x, auto y) { return x + y; });
}

}  // namespace

void add_add(OpCatalog& ops) {
  ops.add(
      binary_arithmetic_op("Add", "x + y, element by element, broadcast as numpy does", add_cpu));
}

}  // namespace graphrun
