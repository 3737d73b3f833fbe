// ZerosLike: zeros of the shape and type of x; empty texts, where x is of texts.

#include <algorithm>

#include "graph/shape_rules.h"
#include "graph/work.h"
#include "kernels/strided_copy.h"
#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

void zeros_like_cpu(KernelContext& context) {
  const Tensor& output = context.output();
  if (output.dtype() == DType::string) {
    std::ranges::fill(output.as<std::string>(), std::string());
    return;
  }
  clear_elements(context, output.data(), output.bytes());
}

constexpr DTypes kTypes = kNumberTypes | DTypes{DType::boolean, DType::string};
constexpr DTypes kOnGpu = kFloatTypes | DTypes{DType::int64, DType::boolean};

}  // namespace

void add_zeros_like(OpCatalog& ops) {
  ops.add({.name = "ZerosLike",
           .summary = "zeros of the shape and type of x",
           .inputs = {ArgDef::typed("x")},
           .outputs = {ArgDef::typed("y")},
           .type_attributes = {{.name = "T"}},
           .infer_shapes = same_as_first_input,
           .work = only_writes,
           .kernels = {{.device = DeviceType::cpu, .types = {kTypes}, .run = zeros_like_cpu},
                       {.device = DeviceType::gpu, .types = {kOnGpu}},
                       {.device = DeviceType::gpu, .types = {{DType::int32}}, .host_outputs = {0}}},
           .example = unary_example("ZerosLike", "[[1.0, 2.0], [3.0, 4.0]]")});
}

}  // namespace graphrun
