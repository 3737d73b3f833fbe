// The extents of a tensor, outermost first. A shape may leave an extent open (kUnknown: a
// placeholder's batch size), or its whole rank, as TensorFlow's PartialTensorShape does.
//
// At most kMaxRank dimensions, stored in place: a graph has a shape for every output of every node.

#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>

namespace graphrun {

class Shape {
 public:
  static constexpr int kMaxRank = 8;
  static constexpr std::int64_t kUnknown = -1;

  Shape() = default;  // a scalar
  Shape(std::initializer_list<std::int64_t> extents);
  // REQUIRES: extents.size() <= kMaxRank, each >= 0 or kUnknown.
  explicit Shape(std::span<const std::int64_t> extents);
  static Shape of_unknown_rank();

  bool has_rank() const { return rank_ >= 0; }
  int rank() const { return rank_; }  // REQUIRES: has_rank()
  std::int64_t operator[](int axis) const { return extents_[static_cast<std::size_t>(axis)]; }
  std::int64_t& operator[](int axis) { return extents_[static_cast<std::size_t>(axis)]; }
  std::span<const std::int64_t> extents() const {
    return {extents_.data(), static_cast<std::size_t>(rank_ < 0 ? 0 : rank_)};
  }

  // Whether every extent is known.
  bool is_complete() const;

  // The number of elements; nullopt when it does not fit 63 bits. REQUIRES: is_complete().
  std::optional<std::int64_t> checked_elements() const;
  // The same where it is known to fit.
  std::int64_t elements() const { return *checked_elements(); }

  // Whether a tensor of shape `other` may stand where this one is expected: equal but for what
  // either leaves open.
  bool is_compatible_with(const Shape& other) const;

  friend bool operator==(const Shape& a, const Shape& b);

 private:
  std::int8_t rank_ = 0;  // -1: unknown
  std::array<std::int64_t, kMaxRank> extents_{};
};

// "[2,3]", "[?,3]", "<unknown>": as TensorFlow writes shapes.
std::string to_string(const Shape& shape);

}  // namespace graphrun
