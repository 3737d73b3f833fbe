#include "kernels/reduction.h"

#include <fmt/format.h>

#include "graph/work.h"
#include "kernels/index_values.h"

namespace graphrun {
namespace {

using AxisSet = std::array<bool, Shape::kMaxRank>;

// Throws ShapeFault.
AxisSet axis_set(std::span<const std::int64_t> axes, int rank) {
  AxisSet is_reduced{};
  for (const std::int64_t written : axes) {
    const auto axis = axis_of(written, rank);
    if (!axis) {
      throw ShapeFault{fmt::format("Invalid reduction dimension {} for input with {} dimensions.",
                                   written, rank)};
    }
    bool& is_in = is_reduced[static_cast<std::size_t>(*axis)];
    if (is_in) {
      throw ShapeFault{
          fmt::format("Invalid reduction arguments: Axes contains duplicate dimension: {}", *axis)};
    }
    is_in = true;
  }
  return is_reduced;
}

AxisSet all_axes() {
  AxisSet all;
  all.fill(true);
  return all;
}

Shape without(const Shape& input, const AxisSet& is_reduced, bool keep_dims) {
  std::array<std::int64_t, Shape::kMaxRank> extents{};
  std::size_t rank = 0;
  for (int axis = 0; axis < input.rank(); ++axis) {
    if (!is_reduced[static_cast<std::size_t>(axis)]) {
      extents[rank++] = input[axis];
    } else if (keep_dims) {
      extents[rank++] = 1;
    }
  }
  return Shape(std::span<const std::int64_t>(extents.data(), rank));
}

}  // namespace

ReductionWalk::ReductionWalk(const Shape& shape, const AxisSet& is_reduced) {
  // Innermost first, then turned round.
  std::int64_t step = 1;
  bool is_first = true;
  int axis = shape.rank() - 1;
  while (axis >= 0) {
    if (shape[axis] == 1) {
      --axis;
      continue;
    }
    const bool is = is_reduced[static_cast<std::size_t>(axis)];
    const std::int64_t run_step = step;
    std::int64_t extent = 1;
    for (; axis >= 0; --axis) {
      if (shape[axis] == 1) continue;
      if (is_reduced[static_cast<std::size_t>(axis)] != is) break;
      extent *= shape[axis];
    }
    step *= extent;
    if (is_first) {
      innermost = extent;
      innermost_is_reduced = is;
      is_first = false;
    } else {
      Axes& axes = is ? reduced : kept;
      axes.axes[axes.count++] = {extent, run_step};
    }
  }
  const auto turn_round = [](Axes& axes) {
    std::reverse(axes.axes.begin(), axes.axes.begin() + static_cast<std::ptrdiff_t>(axes.count));
  };
  turn_round(kept);
  turn_round(reduced);
}

ReductionWalk reduction_walk(const KernelContext& context) {
  const Shape& shape = context.input(0).shape();
  if (context.inputs() < 2) return {shape, all_axes()};
  return planned_now(
      [&] { return ReductionWalk(shape, axis_set(integers_of(context.input(1)), shape.rank())); });
}

ReductionWalk walk_of_all(std::int64_t elements) { return {Shape{elements}, all_axes()}; }

void shape_of_reduction(ShapeContext& context) {
  const Shape& input = context.input(0);
  const bool keep_dims = context.attributes().boolean("keep_dims");
  if (context.inputs() < 2) {
    if (!keep_dims) {
      context.set_output(0, Shape{});
    } else {
      context.set_output(0, input.has_rank() ? without(input, all_axes(), true) : input);
    }
    return;
  }
  const Shape& axes = context.input(1);
  if (axes.has_rank() && axes.rank() > 1) {
    throw ShapeFault{fmt::format("Shape must be at most rank 1 but is rank {}", axes.rank())};
  }
  const auto value = known_integers(context, 1);
  if (!input.has_rank()) {
    context.set_output(0, input);
  } else if (value) {
    context.set_output(0, without(input, axis_set(*value, input.rank()), keep_dims));
  } else {
    context.set_output(0, keep_dims ? open_shape(input.rank()) : Shape::of_unknown_rank());
  }
}

OpDef reduction_op(std::string name, std::string summary, std::string example, DTypes types) {
  const TypeAttribute index{.name = "Tidx", .allowed = kIndexTypes, .otherwise = DType::int32};
  OpDef op{
      .name = std::move(name),
      .summary = std::move(summary),
      .attributes = {{.name = "keep_dims", .kind = AttributeKind::boolean, .otherwise = false}},
      .infer_shapes = shape_of_reduction,
      .work = per_input_element<1>,
      .example = std::move(example)};
  if (types.empty()) {
    op.inputs = {ArgDef::of("input", DType::boolean), ArgDef::typed("axis", 0)};
    op.outputs = {ArgDef::of("output", DType::boolean)};
    op.type_attributes = {index};
  } else {
    op.inputs = {ArgDef::typed("input", 0), ArgDef::typed("axis", 1)};
    op.outputs = {ArgDef::typed("output", 0)};
    op.type_attributes = {{.name = "T", .allowed = types}, index};
  }
  op.inputs[1].is_optional = true;
  return op;
}

std::vector<KernelDef> reduction_kernels(KernelFn cpu, DTypes on_gpu) {
  return {{.device = DeviceType::cpu, .types = {kNumberTypes}, .run = cpu},
          {.device = DeviceType::gpu, .types = {on_gpu}, .host_inputs = {1}}};
}

KernelDef int32_in_host_memory() {
  return {.device = DeviceType::gpu,
          .types = {{DType::int32}},
          .host_inputs = {0, 1},
          .host_outputs = {0}};
}

}  // namespace graphrun
