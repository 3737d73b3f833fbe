// Squeeze: without axes of extent 1.

#include <fmt/format.h>

#include "graph/work.h"
#include "kernels/index_values.h"

namespace graphrun {
namespace {

// An unknown extent on an axis that is not named leaves the rank open where none is named.
Shape squeezed(const Shape& shape, const std::vector<std::int64_t>& axes) {
  if (!shape.has_rank()) return Shape::of_unknown_rank();
  std::vector<bool> is_named(static_cast<std::size_t>(shape.rank()), false);
  for (const std::int64_t axis : axes) {
    const auto at = axis_of(axis, shape.rank());
    if (!at) {
      throw ShapeFault{fmt::format("Tried to squeeze dim index {} for tensor with {} dimensions.",
                                   axis, shape.rank())};
    }
    is_named[static_cast<std::size_t>(*at)] = true;
  }
  std::vector<std::int64_t> left;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const std::int64_t extent = shape[axis];
    if (!axes.empty() && is_named[static_cast<std::size_t>(axis)]) {
      if (extent == 1 || extent == Shape::kUnknown) continue;
      throw ShapeFault{
          fmt::format("Can not squeeze dim[{}], expected a dimension of 1, got {}", axis, extent)};
    }
    if (axes.empty() && extent == 1) continue;
    if (axes.empty() && extent == Shape::kUnknown) return Shape::of_unknown_rank();
    left.push_back(extent);
  }
  return Shape(left);
}

void infer(ShapeContext& context) {
  context.set_output(0, squeezed(context.input(0), context.attributes().integers("squeeze_dims")));
}

void squeeze_cpu(KernelContext& context) {
  const Tensor& input = context.input(0);
  const Shape shape = planned_now(
      [&] { return squeezed(input.shape(), context.attributes().integers("squeeze_dims")); });
  context.set_output(0, reshaped(input, shape));
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: x, value: [[[1.0], [2.0], [3.0]]]}
  - {op: Squeeze, name: all, inputs: [x]}
  - {op: Squeeze, name: last, inputs: [x], squeeze_dims: [-1]}
fetch: [all, last]
)";

}  // namespace

void add_squeeze(OpCatalog& ops) {
  ops.add(
      {.name = "Squeeze",
       .summary = "the same elements without axes of extent 1: those named, or all",
       .inputs = {ArgDef::typed("input")},
       .outputs = {ArgDef::typed("output")},
       .type_attributes = {{.name = "T"}},
       .attributes = {{.name = "squeeze_dims",
                       .kind = AttributeKind::integers,
                       .otherwise = std::vector<std::int64_t>{}}},
       .infer_shapes = infer,
       .work = passes_on,
       .kernels = {{.device = DeviceType::cpu, .run = squeeze_cpu},
                   {.device = DeviceType::gpu, .types = {kGpuNumberTypes | DTypes{DType::boolean}}},
                   {.device = DeviceType::gpu,
                    .types = {{DType::int32}},
                    .host_inputs = {0},
                    .host_outputs = {0}}},
       .passes_on = PassesOn::inputs,
       .example = kExample});
}

}  // namespace graphrun
