// Square: x * x, element by element. Integers wrap around.

#include "kernels/blocks.h"
#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

struct SquareOf {
  template <typename T>
  T operator()(T x) const {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(wrapped(x) * wrapped(x));
    } else {
      return x * x;
    }
  }
};

void square_cpu(KernelContext& context) {
  unary_elementwise<Half, BFloat16, float, double, std::int32_t, std::int64_t>(context, SquareOf{});
}

constexpr DTypes kTypes = kFloatTypes | DTypes{DType::int32, DType::int64};

}  // namespace

void add_square(OpCatalog& ops) {
  ops.add(unary_op({.name = "Square",
                    .summary = "x * x, element by element",
                    .types = {.allowed = kTypes,
                              .cpu = kTypes,
                              .gpu = kGpuFloatTypes | DTypes{DType::int64},
                              .gpu_in_host_memory = {DType::int32}},
                    .cpu = square_cpu,
                    .blocks = unary_blocks<SquareOf>()}));
}

}  // namespace graphrun
