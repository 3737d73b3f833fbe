// FloorMod: the remainder of x / y with the sign of y, as Python's x % y.

#include <cmath>

#include "kernels/binary_elementwise.h"
#include "kernels/integer_division.h"

namespace graphrun {
namespace {

using Floats = TypeList<float, double>;
using Integers = TypeList<std::int32_t, std::int64_t>;

// In TensorFlow's steps, which show where y is infinite or the remainder a zero.
template <typename T>
T floored_remainder_of_reals(T x, T y) {
  const T remainder = std::fmod(x, y);
  return (x < 0) == (y < 0) ? remainder : std::fmod(remainder + y, y);
}

void floor_mod_cpu(KernelContext& context) {
  if (is_floating_point(context.type())) {
    binary_elementwise_of<Floats>(context,
                                  [](auto x, auto y) { return floored_remainder_of_reals(x, y); });
  } else {
    require_no_zero_divisor(context);
    binary_elementwise_of<Integers>(context,
                                    [](auto x, auto y) { return floored_remainder(x, y); });
  }
}

}  // namespace

void add_floor_mod(OpCatalog& ops) {
  ops.add(binary_op({.name = "FloorMod",
                     .summary = "the remainder of x / y with the sign of y, element by element",
                     .allowed = kFewerNumberTypes,
                     .on_cpu = Floats::kDTypes | Integers::kDTypes,
                     .on_gpu = {},
                     .has_int32_on_host = true,
                     .cpu = floor_mod_cpu,
                     .x = "[7, -7]",
                     .y = "3"}));
}

}  // namespace graphrun
