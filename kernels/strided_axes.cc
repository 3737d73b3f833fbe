#include "kernels/strided_copy.h"

namespace graphrun {
namespace {

std::size_t at(int axis) { return static_cast<std::size_t>(axis); }

}  // namespace

void StridedCopy::add_axis(std::int64_t new_extent, std::int64_t new_from_step,
                           std::int64_t new_to_step) {
  const auto i = at(axes++);
  extent[i] = new_extent;
  from_step[i] = new_from_step;
  to_step[i] = new_to_step;
}

std::int64_t StridedCopy::elements() const {
  std::int64_t elements = 1;
  for (int axis = 0; axis < axes; ++axis) elements *= extent[at(axis)];
  return elements;
}

StridedCopy StridedCopy::simplified() const {
  StridedCopy simple;
  simple.from_first = from_first;
  simple.to_first = to_first;
  for (int axis = 0; axis < axes; ++axis) {
    const std::int64_t axis_extent = extent[at(axis)];
    const std::int64_t axis_from_step = from_step[at(axis)];
    const std::int64_t axis_to_step = to_step[at(axis)];
    if (axis_extent == 1) continue;
    const auto last = at(simple.axes - 1);
    if (simple.axes > 0 && simple.from_step[last] == axis_from_step * axis_extent &&
        simple.to_step[last] == axis_to_step * axis_extent) {
      simple.extent[last] *= axis_extent;
      simple.from_step[last] = axis_from_step;
      simple.to_step[last] = axis_to_step;
    } else {
      simple.add_axis(axis_extent, axis_from_step, axis_to_step);
    }
  }
  if (simple.axes == 0) simple.add_axis(1, 1, 1);
  return simple;
}

std::array<std::int64_t, Shape::kMaxRank> steps_of(const Shape& shape) {
  std::array<std::int64_t, Shape::kMaxRank> steps{};
  std::int64_t step = 1;
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    steps[at(axis)] = step;
    step *= shape[axis];
  }
  return steps;
}

}  // namespace graphrun
