// Div: x / y, of integers towards zero.

#include "kernels/binary_elementwise.h"
#include "kernels/blocks.h"
#include "kernels/integer_division.h"

namespace graphrun {
namespace {

using Floats = TypeList<Half, BFloat16, float, double>;
using Integers = TypeList<std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t>;

struct Quotient {
  template <typename T>
  T operator()(T x, T y) const {
    return x / y;
  }
};

void div_cpu(KernelContext& context) {
  if (is_floating_point(context.type())) {
    binary_elementwise_of<Floats>(context, Quotient{});
  } else {
    require_no_zero_divisor(context);
    binary_elementwise_of<Integers>(context,
                                    [](auto x, auto y) { return truncated_quotient(x, y); });
  }
}

}  // namespace

void add_div(OpCatalog& ops) {
  ops.add(binary_op({.name = "Div",
                     .summary = "x / y, element by element; of integers towards zero",
                     .allowed = kMoreNumberTypes,
                     .on_cpu = Floats::kDTypes | Integers::kDTypes,
                     .on_gpu = {DType::float16, DType::float32, DType::float64, DType::int16,
                                DType::int64, DType::uint8, DType::uint16},
                     .has_int32_on_host = true,
                     .cpu = div_cpu,
                     .blocks = binary_blocks<Quotient>(),
                     .x = "[7, -7]",
                     .y = "2"}));
}

}  // namespace graphrun
