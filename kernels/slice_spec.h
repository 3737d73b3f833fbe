// What StridedSlice's begin, end, strides and masks say of a tensor, as in Python's x[1:, ...,
// None, 2].

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/shape.h"
#include "graph/attributes.h"

namespace graphrun {

// The inputs and attributes as given: one item of each an index.
struct SliceSpec {
  std::vector<std::int64_t> begin;
  std::vector<std::int64_t> end;
  std::vector<std::int64_t> strides;
  // Bit i is of item i.
  std::int64_t begin_mask = 0;
  std::int64_t end_mask = 0;
  std::int64_t ellipsis_mask = 0;
  std::int64_t new_axis_mask = 0;
  std::int64_t shrink_axis_mask = 0;

  SliceSpec(const Attributes& attributes, std::vector<std::int64_t> begins,
            std::vector<std::int64_t> ends, std::vector<std::int64_t> steps);
};

// What is taken of each axis of the input.
struct SliceWalk {
  std::vector<std::int64_t> begin;
  std::vector<std::int64_t> stride;
  std::vector<std::int64_t> extent;  // Shape::kUnknown where the input's is
  Shape result;                      // with new axes, without those that one index was taken of
};

// Throws ShapeFault. REQUIRES: input.has_rank().
SliceWalk resolve(const SliceSpec& spec, const Shape& input);

}  // namespace graphrun
