// Sub: z = x - y, element by element.

#include "kernels/binary_elementwise.h"

namespace graphrun {
namespace {

void sub_cpu(KernelContext& context) {
  binary_elementwise(context, [](auto x, auto y) { return x - y; });
}

}  // namespace

void add_sub(OpCatalog& ops) {
  ops.add(
      binary_arithmetic_op("Sub", "x - y, element by element, broadcast as numpy does", sub_cpu));
}

}  // namespace graphrun
