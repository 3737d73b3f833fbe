// Minimum: the smaller of x and y. Where either is NaN, so is the result, and of two zeros it is
// the first, as TensorFlow 2 and numpy have it. In 1.15 it was the first operand where either was
// NaN.

#include <cmath>

#include "kernels/binary_elementwise.h"
#include "kernels/blocks.h"

namespace graphrun {
namespace {

using Types = TypeList<Half, BFloat16, float, double, std::int32_t, std::int64_t>;

struct Smaller {
  template <typename T>
  T operator()(T x, T y) const {
    if constexpr (std::is_floating_point_v<T>) {
      return ((x <= y) | std::isnan(x)) ? x : y;  // not ||: it would keep loops from vectors
    } else {
      return x <= y ? x : y;
    }
  }
};

void minimum_cpu(KernelContext& context) { binary_elementwise_of<Types>(context, Smaller{}); }

}  // namespace

void add_minimum(OpCatalog& ops) {
  ops.add(binary_op({.name = "Minimum",
                     .summary = "the smaller of x and y, element by element",
                     .allowed = Types::kDTypes,
                     .on_cpu = Types::kDTypes,
                     .on_gpu = {DType::float16, DType::float32, DType::float64, DType::int64},
                     .has_int32_on_host = true,
                     .cpu = minimum_cpu,
                     .blocks = binary_blocks<Smaller>(),
                     .x = "[-1.0, 0.0, 2.5]",
                     .y = "0.5"}));
}

}  // namespace graphrun
