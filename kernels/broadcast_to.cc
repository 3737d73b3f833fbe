// BroadcastTo: a tensor repeated to a shape, as numpy broadcasts.

#include <fmt/format.h>

#include "graph/work.h"
#include "kernels/index_values.h"
#include "kernels/strided_copy.h"

namespace graphrun {
namespace {

// Throws ShapeFault unless `input` broadcasts to `shape`; either may have open extents.
void expect_broadcast(const Shape& input, const Shape& shape) {
  if (!input.has_rank() || !shape.has_rank()) return;
  if (input.rank() > shape.rank()) {
    throw ShapeFault{
        fmt::format("Rank of input ({}) must be no greater than rank of output shape ({}).",
                    input.rank(), shape.rank())};
  }
  const int shift = shape.rank() - input.rank();
  for (int axis = 0; axis < input.rank(); ++axis) {
    const std::int64_t from = input[axis];
    const std::int64_t to = shape[axis + shift];
    if (from == 1 || from == to || from == Shape::kUnknown || to == Shape::kUnknown) continue;
    throw ShapeFault{
        fmt::format("Incompatible shapes: {} vs. {}", to_string(input), to_string(shape))};
  }
}

Shape shape_of(const std::vector<std::int64_t>& extents) {
  expect_few_dimensions(static_cast<std::int64_t>(extents.size()));
  for (const std::int64_t extent : extents) {
    if (extent < 0) throw ShapeFault{fmt::format("Dimension {} must be >= 0", extent)};
  }
  return Shape(extents);
}

void infer(ShapeContext& context) {
  const Shape& list = context.input(1);
  expect_rank(list, 1);
  const auto extents = known_integers(context, 1);
  if (extents) {
    const Shape shape = shape_of(*extents);
    expect_broadcast(context.input(0), shape);
    context.set_output(0, shape);
  } else {
    const bool rank_is_known = list.has_rank() && list[0] != Shape::kUnknown;
    if (rank_is_known) expect_few_dimensions(list[0]);
    context.set_output(
        0, rank_is_known ? open_shape(static_cast<int>(list[0])) : Shape::of_unknown_rank());
  }
}

void broadcast_cpu(KernelContext& context) {
  const Tensor& input = context.input(0);
  const Shape shape = planned_now([&] {
    const Shape wanted = shape_of(integers_of(context.input(1)));
    expect_broadcast(input.shape(), wanted);
    return wanted;
  });
  if (shape == input.shape()) {
    context.set_output(0, input);
    return;
  }
  const Tensor& output = context.output();
  const int shift = shape.rank() - input.shape().rank();
  const auto from_steps = steps_of(input.shape());
  const auto to_steps = steps_of(shape);
  StridedCopy copy;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const bool is_whole = axis >= shift && input.shape()[axis - shift] == shape[axis];
    copy.add_axis(shape[axis], is_whole ? from_steps[static_cast<std::size_t>(axis - shift)] : 0,
                  to_steps[static_cast<std::size_t>(axis)]);
  }
  strided_copy(context, input.dtype(), input.data(), output.data(), copy);
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: x, value: [1.0, 2.0, 3.0]}
  - {op: BroadcastTo, name: y, inputs: [x], shape: [2, 3]}
fetch: [y]
)";

}  // namespace

void add_broadcast_to(OpCatalog& ops) {
  ops.add({.name = "BroadcastTo",
           .summary = "a tensor repeated to a shape, as numpy broadcasts",
           .inputs = {ArgDef::typed("input"), ArgDef::typed("shape", 1)},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "T"},
                               {.name = "Tidx", .allowed = kIndexTypes, .otherwise = DType::int32}},
           .infer_shapes = infer,
           .work = moves_all,
           .kernels = {{.device = DeviceType::cpu, .types = {kTensorTypes}, .run = broadcast_cpu},
                       {.device = DeviceType::gpu,
                        .types = {kGpuFloatTypes | DTypes{DType::boolean}},
                        .host_inputs = {1}},
                       {.device = DeviceType::gpu,
                        .types = {{DType::int32}},
                        .host_inputs = {0, 1},
                        .host_outputs = {0}}},
           .passes_on = PassesOn::alike_input,
           .example = kExample});
}

}  // namespace graphrun
