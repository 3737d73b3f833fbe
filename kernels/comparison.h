// Ops that compare two operands, element by element, broadcast as numpy does: Equal, Less. A
// comparison with NaN is false, but NotEqual.

#pragma once

#include <string>

#include "kernels/binary_elementwise.h"

namespace graphrun {

// What TensorFlow 1.15 has kernels for: of order, and of equality.
using OrderedTypes = TypeList<Half, BFloat16, float, double, std::int8_t, std::int16_t,
                              std::int32_t, std::int64_t, std::uint8_t>;
using EqualityTypes = TypeList<Half, BFloat16, float, double, std::int8_t, std::int16_t,
                               std::int32_t, std::int64_t, std::uint8_t, bool, std::string>;

// The kernel: `op` is called with operands of Operand<T>, strings as they are.
template <typename Types, typename Op>
void compare(KernelContext& context, const Op& op) {
  Types::visit(context.type(), [&]<typename T>(std::type_identity<T>) {
    if constexpr (std::is_same_v<T, std::string>) {
      apply_broadcast<T, bool>(context, op);
    } else {
      using A = Operand<T>;
      apply_broadcast<T, bool>(context, [&](T x, T y) { return op(A(x), A(y)); });
    }
  });
}

// The row of an op of order, and of equality: two operands of `T` and a result of booleans.
OpDef order_op(std::string name, std::string summary, KernelFn cpu);
OpDef equality_op(std::string name, std::string summary, KernelFn cpu);

}  // namespace graphrun
