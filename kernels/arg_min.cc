// ArgMin: where along an axis the smallest element is.

#include <limits>

#include "kernels/arg_reduction.h"

namespace graphrun {
namespace {

template <typename T>
struct SmallestFirst {
  using Lane = Operand<T>;
  static constexpr Lane kWorst = std::numeric_limits<Lane>::has_infinity
                                     ? std::numeric_limits<Lane>::infinity()
                                     : std::numeric_limits<Lane>::max();
  static bool is_better(Lane a, Lane b) { return a < b; }
};

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: scores, value: [[0.1, 0.7, 0.2], [0.5, 0.1, 0.4]]}
  - {op: ArgMin, name: classes, inputs: [scores], axis: -1}
fetch: [classes]
)";

}  // namespace

void add_arg_min(OpCatalog& ops) {
  ops.add(arg_op("ArgMin", "where along an axis the smallest element is, the first of equals",
                 kExample, arg_reduction_cpu<SmallestFirst>));
}

}  // namespace graphrun
