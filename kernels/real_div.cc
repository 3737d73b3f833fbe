// RealDiv: x / y of floating point numbers.

#include "kernels/binary_elementwise.h"
#include "kernels/blocks.h"

namespace graphrun {
namespace {

using Floats = TypeList<Half, BFloat16, float, double>;

struct Quotient {
  template <typename T>
  T operator()(T x, T y) const {
    return x / y;
  }
};

void real_div_cpu(KernelContext& context) { binary_elementwise_of<Floats>(context, Quotient{}); }

}  // namespace

void add_real_div(OpCatalog& ops) {
  ops.add(binary_op({.name = "RealDiv",
                     .summary = "x / y of floating point numbers, element by element",
                     .allowed = kMoreNumberTypes,
                     .on_cpu = Floats::kDTypes,
                     .on_gpu = {DType::float16, DType::float32, DType::float64},
                     .cpu = real_div_cpu,
                     .blocks = binary_blocks<Quotient>(),
                     .x = "[[1.0, 2.0], [3.0, 4.0]]",
                     .y = "[2.0, 0.0]"}));
}

}  // namespace graphrun
