// Equal: z = x == y, element by element.

#include "kernels/comparison.h"

namespace graphrun {
namespace {

void equal_cpu(KernelContext& context) {
  compare<EqualityTypes>(context, [](const auto& x, const auto& y) { return x == y; });
}

}  // namespace

void add_equal(OpCatalog& ops) {
  ops.add(equality_op("Equal", "x == y, element by element", equal_cpu));
}

}  // namespace graphrun
