// Mul: z = x * y, element by element.

#include "kernels/binary_elementwise.h"
#include "kernels/blocks.h"

namespace graphrun {
namespace {

struct Times {
  template <typename T>
  T operator()(T x, T y) const {
    return x * y;
  }
};

void mul_cpu(KernelContext& context) { binary_elementwise(context, Times{}); }

}  // namespace

void add_mul(OpCatalog& ops) {
  ops.add(binary_arithmetic_op("Mul", "x * y, element by element, broadcast as numpy does", mul_cpu,
                               binary_blocks<Times>()));
}

}  // namespace graphrun
