// Mul: z = x * y, element by element.

#include "kernels/binary_elementwise.h"

namespace graphrun {
namespace {

void mul_cpu(KernelContext& context) {
  binary_elementwise(context, [](auto x, auto y) { return x * y; });
}

}  // namespace

void add_mul(OpCatalog& ops) {
  ops.add(
      binary_arithmetic_op("Mul", "x * y, element by element, broadcast as numpy does", mul_cpu));
}

}  // namespace graphrun
