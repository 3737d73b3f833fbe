// Add: z = x + y, element by element.

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

void add_cpu(KernelContext& context) { binary_elementwise(context, Plus{}); }

}  // namespace

void add_add(OpCatalog& ops) {
  ops.add(binary_arithmetic_op("Add", "x + y, element by element, broadcast as numpy does", add_cpu,
                               binary_blocks<Plus>()));
}

}  // namespace graphrun
