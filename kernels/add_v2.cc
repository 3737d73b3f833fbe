// AddV2: Add under the name that newer graphs have for it.

#include "kernels/binary_elementwise.h"

namespace graphrun {
namespace {

void add_v2_cpu(KernelContext& context) {
  binary_elementwise(context, [](auto x, auto y) { return x + y; });
}

}  // namespace

void add_add_v2(OpCatalog& ops) {
  ops.add(binary_arithmetic_op("AddV2", "x + y, element by element, broadcast as numpy does",
                               add_v2_cpu));
}

}  // namespace graphrun
