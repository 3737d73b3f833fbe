// AddV2: Add under the name that newer graphs have for it.

#include "kernels/binary_elementwise.h"
#include "kernels/blocks.h"

namespace graphrun {
namespace {

struct Plus {
  template <typename T>
  T operator()(T x, T y) const {
    return x + y;
  }
};

void add_v2_cpu(KernelContext& context) { binary_elementwise(context, Plus{}); }

}  // namespace

void add_add_v2(OpCatalog& ops) {
  ops.add(binary_arithmetic_op("AddV2", "x + y, element by element, broadcast as numpy does",
                               add_v2_cpu, binary_blocks<Plus>()));
}

}  // namespace graphrun
