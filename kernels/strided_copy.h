// Copying elements between two arrays, each walked with steps of its own: slices, transposes,
// repeats, pieces of a concatenation. It goes by the size of an element, not its type; strings are
// copied as the objects they are.

#pragma once

#include <array>
#include <cstdint>

#include "base/dtype.h"
#include "base/shape.h"
#include "runtime/kernel_context.h"

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
  // The same walk without axes of extent 1; neighbours that both arrays walk as one axis are one.
  // It has at least one axis.
  StridedCopy simplified() const;
};

// What follows works on the memory that the kernel's tensors are in: the program's on host memory,
// shared by the cores where it is much, the GPU module's on its device's. An op that moves elements
// with these alone is written once for all devices.

// REQUIRES: the arrays do not overlap; no element of `to` is written twice.
void strided_copy(KernelContext& context, DType dtype, const void* from, void* to,
                  StridedCopy copy);

// Sets `elements` elements of `to` to the one at `value`, which is in the same memory.
void fill_elements(KernelContext& context, DType dtype, const void* value, void* to,
                   std::int64_t elements);

// Sets bytes to 0, which is zero of every type of number, and false.
void clear_elements(KernelContext& context, void* to, std::size_t bytes);

// The number of elements from one index of each axis to the next, in a tensor without gaps.
std::array<std::int64_t, Shape::kMaxRank> steps_of(const Shape& shape);

}  // namespace graphrun
