// Neg: -x, element by element. The smallest integer is its own negative.

#include "kernels/blocks.h"
#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

struct Negate {
  template <typename T>
  T operator()(T x) const {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(0 - wrapped(x));
    } else {
      return -x;
    }
  }
};

void neg_cpu(KernelContext& context) {
  unary_elementwise<Half, BFloat16, float, double, std::int32_t, std::int64_t>(context, Negate{});
}

constexpr DTypes kTypes = kFloatTypes | DTypes{DType::int32, DType::int64};

}  // namespace

void add_neg(OpCatalog& ops) {
  ops.add(unary_op({.name = "Neg",
                    .summary = "-x, element by element",
                    .types = {.allowed = kTypes,
                              .cpu = kTypes,
                              .gpu = kGpuFloatTypes | DTypes{DType::int64},
                              .gpu_in_host_memory = {DType::int32}},
                    .cpu = neg_cpu,
                    .blocks = unary_blocks<Negate>()}));
}

}  // namespace graphrun
