// Sign: -1, 0 or 1 as x is negative, zero or positive, element by element; 0 for a NaN, as in
// TensorFlow 1.15 (2.x returns the NaN).

#include "kernels/blocks.h"
#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

struct SignOf {
  template <typename T>
  T operator()(T x) const {
    return static_cast<T>(static_cast<int>(x > T(0)) - static_cast<int>(x < T(0)));
  }
};

void sign_cpu(KernelContext& context) {
  unary_elementwise<Half, BFloat16, float, double, std::int32_t, std::int64_t>(context, SignOf{});
}

constexpr DTypes kTypes = kFloatTypes | DTypes{DType::int32, DType::int64};

}  // namespace

void add_sign(OpCatalog& ops) {
  ops.add(unary_op({.name = "Sign",
                    .summary = "-1, 0 or 1 as x is negative, zero or positive",
                    .types = {.allowed = kTypes,
                              .cpu = kTypes,
                              .gpu = kGpuFloatTypes | DTypes{DType::int64},
                              .gpu_in_host_memory = {DType::int32}},
                    .cpu = sign_cpu,
                    .blocks = unary_blocks<SignOf>()}));
}

}  // namespace graphrun
