// OnesLike: ones of the shape and type of x; true, where x is of bool.

#include <algorithm>

#include "graph/shape_rules.h"
#include "graph/work.h"
#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

template <typename T>
void fill(const Tensor& output, T one) {
  T* y = static_cast<T*>(output.data());
  for_each_range(output.elements(),
                 [&](std::int64_t first, std::int64_t end) { std::fill(y + first, y + end, one); });
}

void ones_like_cpu(KernelContext& context) {
  const Tensor& output = context.output();
  if (output.dtype() == DType::boolean) return fill(output, true);
  for_number_type(output.dtype(),
                  [&]<typename T>(std::type_identity<T>) { fill(output, T(Computed<T>(1))); });
}

constexpr DTypes kTypes =
    kFloatTypes | DTypes{DType::int8,  DType::uint8, DType::int16,  DType::uint16,
                         DType::int32, DType::int64, DType::boolean};
constexpr DTypes kOnGpu = kFloatTypes | DTypes{DType::int64, DType::boolean};

}  // namespace

void add_ones_like(OpCatalog& ops) {
  ops.add({.name = "OnesLike",
           .summary = "ones of the shape and type of x",
           .inputs = {ArgDef::typed("x")},
           .outputs = {ArgDef::typed("y")},
           .type_attributes = {{.name = "T", .allowed = kTypes}},
           .infer_shapes = same_as_first_input,
           .work = only_writes,
           .kernels = {{.device = DeviceType::cpu, .types = {kTypes}, .run = ones_like_cpu},
                       {.device = DeviceType::gpu, .types = {kOnGpu}},
                       {.device = DeviceType::gpu, .types = {{DType::int32}}, .host_outputs = {0}}},
           .example = unary_example("OnesLike", "[[1.0, 2.0], [3.0, 4.0]]")});
}

}  // namespace graphrun
