#include "graph/shape_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace graphrun {

std::int64_t merged_extent(std::int64_t a, std::int64_t b) {
  if (a == Shape::kUnknown) return b;
  if (b == Shape::kUnknown || a == b) return a;
  throw ShapeFault{fmt::format("Dimensions must be equal, but are {} and {}", a, b)};
}

Shape merged_shape(const Shape& a, const Shape& b) {
  if (!a.has_rank()) return b;
  if (!b.has_rank()) return a;
  if (a.rank() != b.rank()) {
    throw ShapeFault{
        fmt::format("Shapes must be equal rank, but are {} and {}", a.rank(), b.rank())};
  }
  Shape merged = a;
  for (int axis = 0; axis < a.rank(); ++axis) {
    if (a[axis] != Shape::kUnknown && b[axis] != Shape::kUnknown && a[axis] != b[axis]) {
      throw ShapeFault{fmt::format(
          "Dimension {} in both shapes must be equal, but are {} and {}. Shapes are {} and {}.",
          axis, a[axis], b[axis], to_string(a), to_string(b))};
    }
    merged[axis] = a[axis] == Shape::kUnknown ? b[axis] : a[axis];
  }
  return merged;
}

Shape broadcast_shape(const Shape& a, const Shape& b) {
  if (!a.has_rank() || !b.has_rank()) return Shape::of_unknown_rank();
  const int rank = std::max(a.rank(), b.rank());
  std::array<std::int64_t, Shape::kMaxRank> extents{};
  for (int axis = 0; axis < rank; ++axis) {  // from the innermost
    const std::int64_t x = axis < a.rank() ? a[a.rank() - 1 - axis] : 1;
    const std::int64_t y = axis < b.rank() ? b[b.rank() - 1 - axis] : 1;
    std::int64_t& extent = extents[static_cast<std::size_t>(rank - 1 - axis)];
    if (x == 1) {
      extent = y;
    } else if (y == 1) {
      extent = x;
    } else {
      extent = merged_extent(x, y);
    }
  }
  return Shape(std::span<const std::int64_t>(extents.data(), static_cast<std::size_t>(rank)));
}

void same_as_first_input(ShapeContext& context) {
  for (int i = 0; i < context.outputs(); ++i) context.set_output(i, context.input(0));
}

void same_as_all_inputs(ShapeContext& context) {
  Shape shape = context.input(0);
  for (int i = 1; i < context.inputs(); ++i) shape = merged_shape(shape, context.input(i));
  context.set_output(0, shape);
}

void broadcast_of_inputs(ShapeContext& context) {
  context.set_output(0, broadcast_shape(context.input(0), context.input(1)));
}

void shape_from_attribute(ShapeContext& context) {
  const bool given = context.attributes().find("shape") != nullptr;
  context.set_output(0, given ? context.attributes().shape("shape") : Shape::of_unknown_rank());
}

void shape_from_first_input(ShapeContext& context) {
  const Shape& list = context.input(0);
  if (list.has_rank() && list.rank() != 1) {
    throw ShapeFault{fmt::format("Shape must be rank 1 but is rank {}", list.rank())};
  }
  const auto value = context.value(0);
  if (!value) {
    context.set_output(0, Shape::of_unknown_rank());
    return;
  }
  if (value->elements() > Shape::kMaxRank) {
    throw ShapeFault{fmt::format("Shape has {} dimensions, but at most {} are supported",
                                 value->elements(), Shape::kMaxRank)};
  }
  std::array<std::int64_t, Shape::kMaxRank> extents{};
  const auto rank = static_cast<std::size_t>(value->elements());
  for (std::size_t i = 0; i < rank; ++i) {
    extents[i] = value->dtype() == DType::int32 ? value->as<std::int32_t>()[i]
                                                : value->as<std::int64_t>()[i];
    if (extents[i] < 0) throw ShapeFault{fmt::format("Dimension {} must be >= 0", extents[i])};
  }
  context.set_output(0, Shape(std::span<const std::int64_t>(extents.data(), rank)));
}

void scalar_outputs(ShapeContext& context) {
  for (int i = 0; i < context.outputs(); ++i) context.set_output(i, Shape{});
}

}  // namespace graphrun
