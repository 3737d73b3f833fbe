// Sum: of the elements along some axes. Floats are summed in blocks, whose sums are added as
// doubles.
//
// TensorFlow 1.15 calls the input `axis` reduction_indices.

#include "kernels/index_values.h"
#include "kernels/reduction.h"

namespace graphrun {
namespace {

template <typename T>
struct SumOf {
  using Element = Wrapping<T>;
  using Lane = Arithmetic<T>;
  using Total = SumTotal<Lane>;
  static constexpr Lane kIdentity = 0;
  static Lane load(T x) { return static_cast<Lane>(x); }
  template <typename A>
  static A combine(A a, A b) {
    return static_cast<A>(a + b);
  }
  static T finish(Total total, std::int64_t) { return static_cast<T>(static_cast<Lane>(total)); }
};

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: matrix, value: [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]}
  - {op: Sum, name: of_rows, inputs: [matrix], axis: 1}
  - {op: Sum, name: of_columns, inputs: [matrix], axis: 0, keep_dims: true}
  - {op: Sum, name: of_all, inputs: [matrix]}
fetch: [of_rows, of_columns, of_all]
)";

}  // namespace

void add_sum(OpCatalog& ops) {
  OpDef op = reduction_op("Sum", "the sum of the elements along some axes", kExample, kNumberTypes);
  op.kernels = reduction_kernels(reduction_cpu<SumOf>, kGpuFloatTypes | DTypes{DType::int64});
  op.kernels.push_back(int32_in_host_memory());
  ops.add(std::move(op));
}

}  // namespace graphrun
