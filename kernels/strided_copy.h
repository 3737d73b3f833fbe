// Copying elements between two arrays, each walked with steps of its own: slices, transposes,
// repeats, pieces of a concatenation. It goes by the size of an element, not its type; strings are
// copied as the objects they are.

#pragma once

#include <array>
#include <cstdint>

#include "base/dtype.h"
#include "base/shape.h"

namespace graphrun {

// A walk over `from` and `to` at once, its outermost axis first. Offsets and steps are in elements;
// steps of `from` may be negative or 0.
struct StridedCopy {
  static constexpr int kMaxAxes = 2 * Shape::kMaxRank;
  using Numbers = std::array<std::int64_t, kMaxAxes>;

  int axes = 0;
  Numbers extent{};
  Numbers from_step{};
  Numbers to_step{};
  std::int64_t from_first = 0;
  std::int64_t to_first = 0;

  void add_axis(std::int64_t new_extent, std::int64_t new_from_step, std::int64_t new_to_step);
  std::int64_t elements() const;
};

// Shared by the cores where it is large.
// REQUIRES: the arrays do not overlap; no element of `to` is written twice.
void strided_copy(DType dtype, const void* from, void* to, StridedCopy copy);

// Elements that lie side by side in both arrays.
void copy_elements(DType dtype, const void* from, void* to, std::int64_t elements);

// Sets `elements` elements of `to` to the one at `value`.
void fill_elements(DType dtype, const void* value, void* to, std::int64_t elements);

// The number of elements from one index of each axis to the next, in a tensor without gaps.
std::array<std::int64_t, Shape::kMaxRank> steps_of(const Shape& shape);

}  // namespace graphrun
