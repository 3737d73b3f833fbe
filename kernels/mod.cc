// Mod: the remainder of x / y with the sign of x, as C's x % y and fmod(x, y).

#include <cmath>

#include "kernels/binary_elementwise.h"
#include "kernels/integer_division.h"

namespace graphrun {
namespace {

using Floats = TypeList<float, double>;
using Integers = TypeList<std::int32_t, std::int64_t>;

void mod_cpu(KernelContext& context) {
  if (is_floating_point(context.type())) {
    binary_elementwise_of<Floats>(context, [](auto x, auto y) { return std::fmod(x, y); });
  } else {
    require_no_zero_divisor(context);
    binary_elementwise_of<Integers>(context,
                                    [](auto x, auto y) { return truncated_remainder(x, y); });
  }
}

}  // namespace

void add_mod(OpCatalog& ops) {
  ops.add(binary_op({.name = "Mod",
                     .summary = "the remainder of x / y with the sign of x, element by element",
                     .allowed = kFewerNumberTypes,
                     .on_cpu = Floats::kDTypes | Integers::kDTypes,
                     .on_gpu = {},
                     .has_int32_on_host = true,
                     .cpu = mod_cpu,
                     .x = "[7, -7]",
                     .y = "3"}));
}

}  // namespace graphrun
