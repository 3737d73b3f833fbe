// Relu: x, and 0 where x is negative, element by element. A NaN stays a NaN.

#include "kernels/blocks.h"
#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

struct Rectify {
  template <typename T>
  T operator()(T x) const {
    if constexpr (std::is_unsigned_v<T>) {
      return x;
    } else {
      return x < T(0) ? T(0) : x;
    }
  }
};

void relu_cpu(KernelContext& context) {
  unary_elementwise<Half, BFloat16, float, double, std::int8_t, std::int16_t, std::int32_t,
                    std::int64_t, std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>(
      context, Rectify{});
}

}  // namespace

void add_relu(OpCatalog& ops) {
  ops.add(unary_op({.name = "Relu",
                    .summary = "x, and 0 where x is negative, element by element",
                    .types = {.allowed = kNumberTypes, .cpu = kNumberTypes, .gpu = kGpuFloatTypes},
                    .cpu = relu_cpu,
                    .blocks = unary_blocks<Rectify>(),
                    .input = "features",
                    .output = "activations"}));
}

}  // namespace graphrun
