// Sub: z = x - y, element by element.

#include "kernels/binary_elementwise.h"
#include "kernels/blocks.h"

namespace graphrun {
namespace {

struct Minus {
  template <typename T>
  T operator()(T x, T y) const {
    return x - y;
  }
};

void sub_cpu(KernelContext& context) { binary_elementwise(context, Minus{}); }

}  // namespace

void add_sub(OpCatalog& ops) {
  ops.add(binary_arithmetic_op("Sub", "x - y, element by element, broadcast as numpy does", sub_cpu,
                               binary_blocks<Minus>()));
}

}  // namespace graphrun
