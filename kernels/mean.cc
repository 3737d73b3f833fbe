// Mean: of the elements along some axes. Integers are summed in 64 bits, and their mean is rounded
// towards zero; that of no elements is NaN, of integers 0.
//
// TensorFlow 1.15 calls the input `axis` reduction_indices.

#include <limits>

#include "kernels/index_values.h"
#include "kernels/reduction.h"

namespace graphrun {
namespace {

template <typename T>
struct MeanOf {
  using Element = T;
  using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
  using Lane = std::conditional_t<std::is_integral_v<T>, std::uint64_t, Arithmetic<T>>;
  using Total = SumTotal<Lane>;
  static constexpr Lane kIdentity = 0;
  static Lane load(T x) { return static_cast<Lane>(x); }
  template <typename A>
  static A combine(A a, A b) {
    return a + b;
  }
  static T finish(Total total, std::int64_t count) {
    if constexpr (std::is_integral_v<T>) {
      if (count == 0) return 0;
      return static_cast<T>(static_cast<Wide>(total) / static_cast<Wide>(count));
    } else {
      const Total mean =
          count == 0 ? std::numeric_limits<Total>::quiet_NaN() : total / static_cast<Total>(count);
      return static_cast<T>(static_cast<Lane>(mean));
    }
  }
};

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: matrix, value: [[1.0, 2.0, 6.0], [4.0, 5.0, 6.0]]}
  - {op: Mean, name: of_rows, inputs: [matrix], axis: 1, keep_dims: true}
  - {op: Sub, name: centred, inputs: [matrix, of_rows]}
fetch: [of_rows, centred]
)";

}  // namespace

void add_mean(OpCatalog& ops) {
  OpDef op =
      reduction_op("Mean", "the mean of the elements along some axes", kExample, kNumberTypes);
  op.kernels = reduction_kernels(reduction_cpu<MeanOf>, kGpuFloatTypes);
  ops.add(std::move(op));
}

}  // namespace graphrun
