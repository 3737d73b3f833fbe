#include "kernels/slice_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "graph/shape_context.h"
#include "kernels/index_values.h"

namespace graphrun {
namespace {

bool has(std::int64_t mask, std::size_t bit) { return bit < 63 && ((mask >> bit) & 1) != 0; }

// One item of the spec that stands for an axis of the input.
struct Item {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::int64_t stride = 1;
  bool from_first = true;  // whatever `begin` says
  bool to_last = true;
  bool is_one_index = false;
};

// A bound as an index of the axis, kept to where a walk of that stride can be.
std::int64_t bound(std::int64_t value, bool is_masked, bool is_begin, std::int64_t stride,
                   std::int64_t extent) {
  const std::int64_t lowest = stride > 0 ? 0 : -1;
  const std::int64_t highest = stride > 0 ? extent : extent - 1;
  if (is_masked) return (stride > 0) == is_begin ? lowest : highest;
  if (value < 0) value += extent;
  return std::clamp(value, lowest, highest);
}

// The first index and how many there are.
std::pair<std::int64_t, std::int64_t> range_of(const Item& item, std::int64_t extent, int axis) {
  if (item.is_one_index) {
    const std::int64_t index = item.begin < 0 ? item.begin + extent : item.begin;
    if (index < 0 || index >= extent) {
      throw ShapeFault{
          fmt::format("slice index {} of dimension {} out of bounds.", item.begin, axis)};
    }
    return {index, 1};
  }
  const std::int64_t begin = bound(item.begin, item.from_first, true, item.stride, extent);
  const std::int64_t end = bound(item.end, item.to_last, false, item.stride, extent);
  const std::int64_t interval = end - begin;
  if (interval == 0 || (interval < 0) != (item.stride < 0)) return {begin, 0};
  // The smallest stride has no absolute value.
  if (item.stride == INT64_MIN) return {begin, 1};
  return {begin, interval / item.stride + (interval % item.stride != 0 ? 1 : 0)};
}

}  // namespace

SliceSpec::SliceSpec(const Attributes& attributes, std::vector<std::int64_t> begins,
                     std::vector<std::int64_t> ends, std::vector<std::int64_t> steps)
    : begin(std::move(begins)),
      end(std::move(ends)),
      strides(std::move(steps)),
      begin_mask(attributes.integer("begin_mask")),
      end_mask(attributes.integer("end_mask")),
      ellipsis_mask(attributes.integer("ellipsis_mask")),
      new_axis_mask(attributes.integer("new_axis_mask")),
      shrink_axis_mask(attributes.integer("shrink_axis_mask")) {}

SliceWalk resolve(const SliceSpec& spec, const Shape& input) {
  const std::size_t items = spec.begin.size();
  if (spec.end.size() != items || spec.strides.size() != items) {
    throw ShapeFault{
        fmt::format("Expected begin, end, and strides to be 1D equal size tensors, but got shapes "
                    "[{}], [{}], and [{}] instead.",
                    items, spec.end.size(), spec.strides.size())};
  }
  // Where no ellipsis is written there is one at the end. What comes after it stands for the last
  // axes.
  std::size_t ellipsis = items;
  int after_ellipsis = 0;
  for (std::size_t i = 0; i < items; ++i) {
    if (has(spec.ellipsis_mask, i)) {
      if (ellipsis < items) throw ShapeFault{"Multiple ellipses in slice spec not allowed"};
      ellipsis = i;
    } else if (ellipsis < items && !has(spec.new_axis_mask, i)) {
      ++after_ellipsis;
    }
  }

  SliceWalk walk;
  std::vector<std::int64_t> result;
  int axis = 0;
  const auto take = [&](const Item& item) {
    const std::int64_t extent = input[axis];
    std::int64_t begin = 0;
    std::int64_t count = item.is_one_index ? 1 : Shape::kUnknown;
    if (extent != Shape::kUnknown) {
      std::tie(begin, count) = range_of(item, extent, axis);
    }
    walk.begin.push_back(begin);
    walk.stride.push_back(item.is_one_index ? 1 : item.stride);
    walk.extent.push_back(count);
    if (!item.is_one_index) result.push_back(count);
    ++axis;
  };
  for (std::size_t i = 0; i <= items; ++i) {
    if (i == ellipsis) {
      while (axis < input.rank() - after_ellipsis) take(Item{});
      continue;
    }
    if (i == items) break;
    if (has(spec.new_axis_mask, i)) {
      result.push_back(1);
      continue;
    }
    if (axis == input.rank()) {
      throw ShapeFault{fmt::format("Index out of range using input dim {}; input has only {} dims",
                                   axis, input.rank())};
    }
    const Item item{spec.begin[i],           spec.end[i],           spec.strides[i],
                    has(spec.begin_mask, i), has(spec.end_mask, i), has(spec.shrink_axis_mask, i)};
    if (item.stride == 0) throw ShapeFault{fmt::format("strides[{}] must be non-zero", i)};
    if (item.is_one_index && item.stride < 0) {
      throw ShapeFault{"only stride 1 allowed on non-range indexing."};
    }
    take(item);
  }
  expect_few_dimensions(static_cast<std::int64_t>(result.size()));
  walk.result = Shape(result);
  return walk;
}

}  // namespace graphrun
