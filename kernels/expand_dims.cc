// ExpandDims: a new axis of extent 1. `axis` is TensorFlow 1.15's input `dim`.

#include <fmt/format.h>

#include "graph/work.h"
#include "kernels/index_values.h"

namespace graphrun {
namespace {

Shape expanded(const Shape& shape, std::int64_t axis) {
  const int rank = shape.rank();
  if (axis < -1 - rank || axis > rank) {
    throw ShapeFault{fmt::format("dim {} not in the interval [{}, {}].", axis, -1 - rank, rank)};
  }
  const int at = static_cast<int>(axis < 0 ? axis + rank + 1 : axis);
  return joined(joined(part_of(shape, 0, at), Shape{1}), part_of(shape, at, rank));
}

void infer(ShapeContext& context) {
  const Shape& input = context.input(0);
  const auto axis = known_integer(context, 1);
  if (!input.has_rank()) {
    context.set_output(0, Shape::of_unknown_rank());
  } else if (!axis) {
    expect_few_dimensions(input.rank() + 1);
    context.set_output(0, open_shape(input.rank() + 1));
  } else {
    context.set_output(0, expanded(input, *axis));
  }
}

void expand_dims_cpu(KernelContext& context) {
  const Tensor& input = context.input(0);
  const std::int64_t axis = integer_of(context.input(1), "axis");
  const Shape shape = planned_now([&] { return expanded(input.shape(), axis); });
  context.set_output(0, reshaped(input, shape));
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: x, value: [1.0, 2.0, 3.0]}
  - {op: ExpandDims, name: row, inputs: [x], axis: 0}
  - {op: ExpandDims, name: column, inputs: [x], axis: -1}
fetch: [row, column]
)";

}  // namespace

void add_expand_dims(OpCatalog& ops) {
  ops.add({.name = "ExpandDims",
           .summary = "the same elements with a new axis of extent 1",
           .inputs = {ArgDef::typed("input"), ArgDef::typed("axis", 1)},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "T"},
                               {.name = "Tdim", .allowed = kIndexTypes, .otherwise = DType::int32}},
           .infer_shapes = infer,
           .work = passes_on,
           .kernels = {{.device = DeviceType::cpu, .run = expand_dims_cpu},
                       {.device = DeviceType::gpu,
                        .types = {kGpuNumberTypes | DTypes{DType::boolean}},
                        .host_inputs = {1}},
                       {.device = DeviceType::gpu,
                        .types = {{DType::int32}},
                        .host_inputs = {0, 1},
                        .host_outputs = {0}}},
           .passes_on = PassesOn::inputs,
           .example = kExample});
}

}  // namespace graphrun
