// Pad: zeros around a tensor; for booleans false, for strings empty ones.

#include <fmt/format.h>

#include "graph/work.h"
#include "kernels/index_values.h"
#include "kernels/strided_copy.h"

namespace graphrun {
namespace {

// REQUIRES: input.has_rank(). `paddings` has two numbers an axis: before and after.
Shape padded(const Shape& input, const std::vector<std::int64_t>& paddings) {
  if (paddings.size() != 2 * static_cast<std::size_t>(input.rank())) {
    throw ShapeFault{
        fmt::format("Shape must be rank {} but is rank {}", paddings.size() / 2, input.rank())};
  }
  Shape shape = input;
  for (int axis = 0; axis < input.rank(); ++axis) {
    const std::int64_t before = paddings[2 * static_cast<std::size_t>(axis)];
    const std::int64_t after = paddings[2 * static_cast<std::size_t>(axis) + 1];
    if (before < 0 || after < 0) {
      throw ShapeFault{fmt::format("Paddings must be non-negative: {} {}", before, after)};
    }
    if (shape[axis] == Shape::kUnknown) continue;
    std::int64_t extent = 0;
    if (__builtin_add_overflow(before, after, &extent) ||
        __builtin_add_overflow(extent, shape[axis], &extent)) {
      throw ShapeFault{fmt::format("Paddings are too large: {} {}", before, after)};
    }
    shape[axis] = extent;
  }
  return shape;
}

void expect_pairs(const Shape& paddings) {
  expect_rank(paddings, 2);
  if (paddings.has_rank() && paddings[1] != Shape::kUnknown && paddings[1] != 2) {
    throw ShapeFault{fmt::format("Dimension must be 2 but is {}", paddings[1])};
  }
}

void infer(ShapeContext& context) {
  const Shape& input = context.input(0);
  const Shape& pairs = context.input(1);
  expect_pairs(pairs);
  if (!input.has_rank()) {
    const bool rank_is_known = pairs.has_rank() && pairs[0] != Shape::kUnknown;
    if (rank_is_known) expect_few_dimensions(pairs[0]);
    context.set_output(
        0, rank_is_known ? open_shape(static_cast<int>(pairs[0])) : Shape::of_unknown_rank());
    return;
  }
  if (pairs.has_rank() && pairs[0] != Shape::kUnknown && pairs[0] != input.rank()) {
    throw ShapeFault{fmt::format("Shape must be rank {} but is rank {}", pairs[0], input.rank())};
  }
  const auto paddings = known_integers(context, 1);
  context.set_output(0, paddings ? padded(input, *paddings) : open_shape(input.rank()));
}

void pad_cpu(KernelContext& context) {
  const Tensor& input = context.input(0);
  const auto paddings = integers_of(context.input(1));
  const Shape shape = planned_now([&] {
    expect_pairs(context.input(1).shape());
    return padded(input.shape(), paddings);
  });
  if (shape == input.shape()) {
    context.set_output(0, input);
    return;
  }
  const Tensor& output = context.output();
  if (!is_string(output.dtype())) {  // strings are made empty
    clear_elements(context, output.data(), output.bytes());
  }
  const auto from_steps = steps_of(input.shape());
  const auto to_steps = steps_of(shape);
  StridedCopy copy;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    copy.to_first += paddings[2 * i] * to_steps[i];
    copy.add_axis(input.shape()[axis], from_steps[i], to_steps[i]);
  }
  strided_copy(context, input.dtype(), input.data(), output.data(), copy);
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: x, value: [[1.0, 2.0], [3.0, 4.0]]}
  - {op: Pad, name: y, inputs: [x], paddings: [[1, 0], [0, 2]]}
fetch: [y]
)";

}  // namespace

void add_pad(OpCatalog& ops) {
  ops.add({.name = "Pad",
           .summary = "zeros around a tensor: before and after, for each axis",
           .inputs = {ArgDef::typed("input"), ArgDef::typed("paddings", 1)},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "T"},
                               {.name = "Tpaddings",
                                .allowed = kIndexTypes,
                                .otherwise = DType::int32}},
           .infer_shapes = infer,
           .work = moves_all,
           .kernels = {{.device = DeviceType::cpu, .types = {kTensorTypes}, .run = pad_cpu},
                       {.device = DeviceType::gpu,
                        .types = {kGpuFloatTypes | DTypes{DType::boolean, DType::int8}},
                        .host_inputs = {1}},
                       {.device = DeviceType::gpu,
                        .types = {{DType::int32}},
                        .host_inputs = {0, 1},
                        .host_outputs = {0}}},
           .passes_on = PassesOn::alike_input,
           .example = kExample});
}

}  // namespace graphrun
