// Round: the integer nearest to x, element by element, and of two the even one: 2.5 becomes 2.

#include "kernels/blocks.h"
#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

void round_cpu(KernelContext& context) {
  if (is_integer(context.type())) {
    context.set_output(0, context.input(0));
  } else {
    unary_function(context, vector_math::round);
  }
}

constexpr DTypes kIntegers = {DType::int32, DType::int64};

}  // namespace

void add_round(OpCatalog& ops) {
  ops.add(unary_op({.name = "Round",
                    .summary = "the integer nearest to x, halves to the even one",
                    .types = {.allowed = kFloatTypes | kIntegers,
                              .cpu = kFloatTypes | kIntegers,
                              .gpu = kGpuFloatTypes | kIntegers},
                    .cpu = round_cpu,
                    .blocks = function_blocks<vector_math::round>(),
                    .example_value = "[-1.5, 0.5, 2.7]"}));
}

}  // namespace graphrun
