#include "base/shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace graphrun {

Shape::Shape(std::initializer_list<std::int64_t> extents)
    : Shape(std::span(extents.begin(), extents.size())) {}

Shape::Shape(std::span<const std::int64_t> extents)
    : rank_(static_cast<std::int8_t>(extents.size())) {
  assert(extents.size() <= kMaxRank);
  std::copy(extents.begin(), extents.end(), extents_.begin());
}

Shape Shape::of_unknown_rank() {
  Shape shape;
  shape.rank_ = -1;
  return shape;
}

bool Shape::is_complete() const {
  return has_rank() && std::ranges::none_of(extents(), [](auto n) { return n == kUnknown; });
}

std::optional<std::int64_t> Shape::checked_elements() const {
  std::int64_t elements = 1;
  bool overflows = false;
  for (const std::int64_t extent : extents()) {
    if (extent == 0) return 0;
    if (__builtin_mul_overflow(elements, extent, &elements)) overflows = true;
  }
  if (overflows) return std::nullopt;
  return elements;
}

bool Shape::is_compatible_with(const Shape& other) const {
  if (!has_rank() || !other.has_rank()) return true;
  if (rank_ != other.rank_) return false;
  return std::ranges::equal(extents(), other.extents(), [](std::int64_t a, std::int64_t b) {
    return a == b || a == kUnknown || b == kUnknown;
  });
}

bool operator==(const Shape& a, const Shape& b) {
  return a.rank_ == b.rank_ && std::ranges::equal(a.extents(), b.extents());
}

std::string to_string(const Shape& shape) {
  if (!shape.has_rank()) return "<unknown>";
  std::string text = "[";
  for (const std::int64_t extent : shape.extents()) {
    if (text.size() > 1) text += ',';
    text += extent == Shape::kUnknown ? std::string("?") : fmt::to_string(extent);
  }
  return text + "]";
}

}  // namespace graphrun
