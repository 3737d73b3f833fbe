// Tile: a tensor repeated along its axes.

#include <fmt/format.h>

#include "graph/work.h"
#include "kernels/index_values.h"
#include "kernels/strided_copy.h"

namespace graphrun {
namespace {

// REQUIRES: input.has_rank().
Shape tiled(const Shape& input, const std::vector<std::int64_t>& multiples) {
  if (multiples.size() != static_cast<std::size_t>(input.rank())) {
    throw ShapeFault{
        fmt::format("Shape must be rank {} but is rank {}", multiples.size(), input.rank())};
  }
  Shape shape = input;
  for (int axis = 0; axis < input.rank(); ++axis) {
    const std::int64_t times = multiples[static_cast<std::size_t>(axis)];
    if (times < 0) {
      throw ShapeFault{fmt::format("Expected multiples[{}] >= 0, but got {}", axis, times)};
    }
    if (shape[axis] == Shape::kUnknown) continue;
    if (__builtin_mul_overflow(shape[axis], times, &shape[axis])) {
      throw ShapeFault{fmt::format("multiples[{}] is too large: {}", axis, times)};
    }
  }
  return shape;
}

void infer(ShapeContext& context) {
  const Shape& input = context.input(0);
  const Shape& list = context.input(1);
  expect_rank(list, 1);
  const auto multiples = known_integers(context, 1);
  if (input.has_rank()) {
    if (list.has_rank() && list[0] != Shape::kUnknown && list[0] != input.rank()) {
      throw ShapeFault{fmt::format("Shape must be rank {} but is rank {}", list[0], input.rank())};
    }
    context.set_output(0, multiples ? tiled(input, *multiples) : open_shape(input.rank()));
  } else {
    context.set_output(0, Shape::of_unknown_rank());
  }
}

void tile_cpu(KernelContext& context) {
  const Tensor& input = context.input(0);
  const auto multiples = integers_of(context.input(1));
  const Shape shape = planned_now([&] { return tiled(input.shape(), multiples); });
  if (shape == input.shape()) {
    context.set_output(0, input);
    return;
  }
  const Tensor& output = context.output();
  const auto from_steps = steps_of(input.shape());
  const auto to_steps = steps_of(shape);
  StridedCopy copy;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    const std::int64_t extent = input.shape()[axis];
    copy.add_axis(multiples[i], 0, extent * to_steps[i]);
    copy.add_axis(extent, from_steps[i], to_steps[i]);
  }
  strided_copy(context, input.dtype(), input.data(), output.data(), copy);
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: x, value: [[1.0, 2.0], [3.0, 4.0]]}
  - {op: Tile, name: y, inputs: [x], multiples: [1, 3]}
fetch: [y]
)";

constexpr DTypes kOnGpu =
    kGpuFloatTypes | DTypes{DType::boolean, DType::int16, DType::int32, DType::int64};

}  // namespace

void add_tile(OpCatalog& ops) {
  ops.add({.name = "Tile",
           .summary = "a tensor repeated along each axis as often as multiples says",
           .inputs = {ArgDef::typed("input"), ArgDef::typed("multiples", 1)},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "T"},
                               {.name = "Tmultiples",
                                .allowed = kIndexTypes,
                                .otherwise = DType::int32}},
           .infer_shapes = infer,
           .work = moves_all,
           .kernels = {{.device = DeviceType::cpu, .types = {kTensorTypes}, .run = tile_cpu},
                       {.device = DeviceType::gpu, .types = {kOnGpu}, .host_inputs = {1}}},
           .passes_on = PassesOn::alike_input,
           .example = kExample});
}

}  // namespace graphrun
