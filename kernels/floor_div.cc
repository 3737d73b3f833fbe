// FloorDiv: x / y rounded down, which is Python's x // y.

#include <cmath>

#include "kernels/binary_elementwise.h"
#include "kernels/integer_division.h"

namespace graphrun {
namespace {

using Floats = TypeList<Half, float, double>;
using Integers =
    TypeList<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t>;

void floor_div_cpu(KernelContext& context) {
  if (!is_floating_point(context.type())) {
    require_no_zero_divisor(context);
    return binary_elementwise_of<Integers>(context,
                                           [](auto x, auto y) { return floored_quotient(x, y); });
  }
  Floats::visit(context.type(), [&]<typename T>(std::type_identity<T>) {
    using A = Operand<T>;
    // The quotient is a T before it is rounded down, as TensorFlow's is: 2.9999 is 3 as a half.
    apply_broadcast<T, T>(context, [](T x, T y) { return T(std::floor(A(T(A(x) / A(y))))); });
  });
}

}  // namespace

void add_floor_div(OpCatalog& ops) {
  ops.add(binary_op({.name = "FloorDiv",
                     .summary = "x / y rounded down, element by element",
                     .allowed = kMoreNumberTypes,
                     .on_cpu = Floats::kDTypes | Integers::kDTypes,
                     .on_gpu = {DType::float16, DType::float32, DType::float64, DType::int16,
                                DType::int64, DType::uint8, DType::uint16},
                     .has_int32_on_host = true,
                     .cpu = floor_div_cpu,
                     .x = "[7, -7]",
                     .y = "2"}));
}

}  // namespace graphrun
