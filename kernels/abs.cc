// Abs: |x|, element by element. The smallest integer has no positive counterpart and stays as it
// is.

#include <cmath>

#include "kernels/blocks.h"
#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

struct Magnitude {
  template <typename T>
  T operator()(T x) const {
    if constexpr (std::is_integral_v<T>) {
      return x < 0 ? static_cast<T>(0 - wrapped(x)) : x;
    } else {
      return std::fabs(x);
    }
  }
};

void abs_cpu(KernelContext& context) {
  unary_elementwise<Half, BFloat16, float, double, std::int8_t, std::int16_t, std::int32_t,
                    std::int64_t>(context, Magnitude{});
}

constexpr DTypes kTypes =
    kFloatTypes | DTypes{DType::int8, DType::int16, DType::int32, DType::int64};

}  // namespace

void add_abs(OpCatalog& ops) {
  ops.add(unary_op({.name = "Abs",
                    .summary = "|x|, element by element",
                    .types = {.allowed = kTypes,
                              .cpu = kTypes,
                              .gpu = kGpuFloatTypes | DTypes{DType::int64},
                              .gpu_in_host_memory = {DType::int32}},
                    .cpu = abs_cpu,
                    .blocks = unary_blocks<Magnitude>()}));
}

}  // namespace graphrun
