// Relu6: x, but at least 0 and at most 6, element by element. A NaN stays a NaN.

#include "kernels/blocks.h"
#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

struct Clip {
  template <typename T>
  T operator()(T x) const {
    const T at_most_6 = x > T(6) ? T(6) : x;
    if constexpr (std::is_unsigned_v<T>) {
      return at_most_6;
    } else {
      return x < T(0) ? T(0) : at_most_6;
    }
  }
};

void relu6_cpu(KernelContext& context) {
  unary_elementwise<Half, BFloat16, float, double, std::int8_t, std::int16_t, std::int32_t,
                    std::int64_t, std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>(
      context, Clip{});
}

}  // namespace

void add_relu6(OpCatalog& ops) {
  ops.add(unary_op({.name = "Relu6",
                    .summary = "x, but at least 0 and at most 6, element by element",
                    .types = {.allowed = kNumberTypes, .cpu = kNumberTypes, .gpu = kGpuFloatTypes},
                    .cpu = relu6_cpu,
                    .blocks = unary_blocks<Clip>(),
                    .input = "features",
                    .output = "activations",
                    .example_value = "[-1.5, 2.5, 7.5]"}));
}

}  // namespace graphrun
