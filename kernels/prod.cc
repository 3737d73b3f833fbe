// Prod: the product of the elements along some axes. Integers wrap around.
//
// TensorFlow 1.15 calls the input `axis` reduction_indices.

#include "kernels/index_values.h"
#include "kernels/reduction.h"

namespace graphrun {
namespace {

template <typename T>
struct ProductOf {
  using Element = Wrapping<T>;
  // At least 32 bits wide: two uint16 are multiplied as int, which they can overflow.
  using Lane =
      std::conditional_t<std::is_integral_v<T> && sizeof(T) < 4, std::uint32_t, Arithmetic<T>>;
  using Total = Lane;
  static constexpr Lane kIdentity = 1;
  static Lane load(T x) { return static_cast<Lane>(x); }
  static Lane combine(Lane a, Lane b) { return a * b; }
  static T finish(Total total, std::int64_t) { return static_cast<T>(total); }
};

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: extents, dtype: int32, value: [2, 3, 4]}
  - {op: Prod, name: elements, inputs: [extents], axis: 0}
fetch: [elements]
)";

}  // namespace

void add_prod(OpCatalog& ops) {
  OpDef op =
      reduction_op("Prod", "the product of the elements along some axes", kExample, kNumberTypes);
  // Unlike the other reductions, TensorFlow multiplies int32 in device memory.
  op.kernels = reduction_kernels(reduction_cpu<ProductOf>, kGpuFloatTypes | DTypes{DType::int32});
  ops.add(std::move(op));
}

}  // namespace graphrun
