// SquaredDifference: (x - y)(x - y).

#include "kernels/binary_elementwise.h"
#include "kernels/blocks.h"

namespace graphrun {
namespace {

using Types = TypeList<Half, float, double, std::int32_t, std::int64_t>;

struct SquareOfDifference {
  template <typename T>
  T operator()(T x, T y) const {
    const T difference = x - y;
    return difference * difference;
  }
};

void squared_difference_cpu(KernelContext& context) {
  Types::visit(context.type(), [&]<typename T>(std::type_identity<T>) {
    using A = Arithmetic<T>;
    apply_broadcast<T, T>(context, [](T x, T y) { return T(SquareOfDifference{}(A(x), A(y))); });
  });
}

}  // namespace

void add_squared_difference(OpCatalog& ops) {
  ops.add(binary_op({.name = "SquaredDifference",
                     .summary = "(x - y)(x - y), element by element",
                     .allowed = kFewerNumberTypes,
                     .on_cpu = Types::kDTypes,
                     .on_gpu = {DType::float16, DType::float32, DType::float64, DType::int64},
                     .has_int32_on_host = true,
                     .cpu = squared_difference_cpu,
                     .blocks = binary_blocks<SquareOfDifference>(),
                     .x = "[1.0, 2.0, 3.0]",
                     .y = "2.0"}));
}

}  // namespace graphrun
