// Max: the largest of the elements along some axes; NaN where one of them is NaN.
//
// TensorFlow 1.15 calls the input `axis` reduction_indices.

#include <limits>

#include "kernels/index_values.h"
#include "kernels/reduction.h"
#include "kernels/type_list.h"

namespace graphrun {
namespace {

template <typename T>
struct LargestOf {
  using Element = T;
  using Lane = Operand<T>;
  using Total = Lane;
  static constexpr Lane kIdentity = std::numeric_limits<Lane>::has_infinity
                                        ? -std::numeric_limits<Lane>::infinity()
                                        : std::numeric_limits<Lane>::lowest();
  static Lane load(T x) { return static_cast<Lane>(x); }
  static Lane combine(Lane a, Lane b) {
    const Lane larger = b > a ? b : a;  // and a where it is NaN
    return b != b ? b : larger;
  }
  static T finish(Total total, std::int64_t) { return static_cast<T>(total); }
};

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: matrix, value: [[1.0, 7.0, 3.0], [4.0, 5.0, 6.0]]}
  - {op: Max, name: of_rows, inputs: [matrix], axis: 1}
  - {op: Max, name: of_all, inputs: [matrix], axis: [0, 1]}
fetch: [of_rows, of_all]
)";

}  // namespace

void add_max(OpCatalog& ops) {
  OpDef op =
      reduction_op("Max", "the largest of the elements along some axes", kExample, kNumberTypes);
  op.kernels = reduction_kernels(reduction_cpu<LargestOf>, kGpuFloatTypes | DTypes{DType::int64});
  op.kernels.push_back(int32_in_host_memory());
  ops.add(std::move(op));
}

}  // namespace graphrun
