// ReverseV2: a tensor mirrored along the axes that `axis` numbers (tf.reverse).

#include <fmt/format.h>

#include "graph/work.h"
#include "kernels/mirror_axes.h"

namespace graphrun {
namespace {

std::vector<bool> mirrored_axes(const std::vector<std::int64_t>& axes, int rank) {
  std::vector<bool> is_mirrored(static_cast<std::size_t>(rank), false);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const auto axis = axis_of(axes[i], rank);
    if (!axis) {
      throw ShapeFault{
          fmt::format("'axis'[{}] = {} is out of valid range [0, {}]", i, axes[i], rank - 1)};
    }
    if (is_mirrored[static_cast<std::size_t>(*axis)]) {
      throw ShapeFault{fmt::format("axis {} specified more than once.", *axis)};
    }
    is_mirrored[static_cast<std::size_t>(*axis)] = true;
  }
  return is_mirrored;
}

void infer(ShapeContext& context) {
  const Shape& tensor = context.input(0);
  expect_rank(context.input(1), 1);
  const auto axes = known_integers(context, 1);
  if (tensor.has_rank() && axes) mirrored_axes(*axes, tensor.rank());
  context.set_output(0, tensor);
}

void reverse_cpu(KernelContext& context) {
  mirror_axes(context, planned_now([&] {
                return mirrored_axes(integers_of(context.input(1)),
                                     context.input(0).shape().rank());
              }));
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: x, value: [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]}
  - {op: ReverseV2, name: y, inputs: [x], axis: [-1]}
fetch: [y]
)";

constexpr DTypes kTypes = {DType::uint8,    DType::int8,    DType::int16,   DType::uint16,
                           DType::int32,    DType::int64,   DType::boolean, DType::float16,
                           DType::bfloat16, DType::float32, DType::float64, DType::string};

}  // namespace

void add_reverse_v2(OpCatalog& ops) {
  ops.add(
      {.name = "ReverseV2",
       .summary = "a tensor mirrored along the axes that axis numbers (tf.reverse)",
       .inputs = {ArgDef::typed("tensor", 1), ArgDef::typed("axis", 0)},
       .outputs = {ArgDef::typed("output", 1)},
       .type_attributes = {{.name = "Tidx", .allowed = kIndexTypes, .otherwise = DType::int32},
                           {.name = "T", .allowed = kTypes}},
       .infer_shapes = infer,
       .work = moves_all,
       .kernels = {{.device = DeviceType::cpu, .types = {kIndexTypes, kTypes}, .run = reverse_cpu},
                   {.device = DeviceType::gpu,
                    .types = {kIndexTypes, kGpuMirrorTypes},
                    .host_inputs = {1}},
                   {.device = DeviceType::gpu,
                    .types = {kIndexTypes, {DType::int32}},
                    .host_inputs = {0, 1},
                    .host_outputs = {0}}},
       .example = kExample});
}

}  // namespace graphrun
