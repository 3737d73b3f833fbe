// ArgMax: where along an axis the largest element is.

#include <limits>

#include "kernels/arg_reduction.h"

namespace graphrun {
namespace {

template <typename T>
struct LargestFirst {
  using Lane = Operand<T>;
  static constexpr Lane kWorst = std::numeric_limits<Lane>::has_infinity
                                     ? -std::numeric_limits<Lane>::infinity()
                                     : std::numeric_limits<Lane>::lowest();
  static bool is_better(Lane a, Lane b) { return a > b; }
};

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: scores, value: [[0.1, 0.7, 0.2], [0.5, 0.1, 0.4]]}
  - {op: ArgMax, name: classes, inputs: [scores], axis: -1}
fetch: [classes]
)";

}  // namespace

void add_arg_max(OpCatalog& ops) {
  ops.add(arg_op("ArgMax", "where along an axis the largest element is, the first of equals",
                 kExample, arg_reduction_cpu<LargestFirst>));
}

}  // namespace graphrun
