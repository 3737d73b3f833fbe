#include "kernels/index_values.h"

#include <fmt/format.h>

#include <algorithm>

namespace graphrun {
namespace {

template <typename AnyTensor>
std::vector<std::int64_t> read_integers(const AnyTensor& tensor) {
  const auto elements = static_cast<std::size_t>(tensor.elements());
  std::vector<std::int64_t> integers(elements);
  if (tensor.dtype() == DType::int32) {
    const auto* data = static_cast<const std::int32_t*>(tensor.data());
    for (std::size_t i = 0; i < elements; ++i) integers[i] = data[i];
  } else {
    const auto* data = static_cast<const std::int64_t*>(tensor.data());
    for (std::size_t i = 0; i < elements; ++i) integers[i] = data[i];
  }
  return integers;
}

}  // namespace

std::vector<std::int64_t> integers_of(const HostTensor& tensor) { return read_integers(tensor); }
std::vector<std::int64_t> integers_of(const Tensor& tensor) { return read_integers(tensor); }

void expect_one_element(const Tensor& tensor, std::string_view name) {
  if (tensor.elements() == 1) return;
  KernelContext::invalid(
      fmt::format("{} must be a scalar, not shape {}", name, to_string(tensor.shape())));
}

std::int64_t integer_of(const Tensor& tensor, std::string_view name) {
  expect_one_element(tensor, name);
  if (tensor.dtype() == DType::int32) return *static_cast<const std::int32_t*>(tensor.data());
  return *static_cast<const std::int64_t*>(tensor.data());
}

std::optional<std::vector<std::int64_t>> known_integers(const ShapeContext& context, int i) {
  const auto value = context.value(i);
  if (!value) return std::nullopt;
  return integers_of(*value);
}

std::optional<std::int64_t> known_integer(const ShapeContext& context, int i) {
  const auto integers = known_integers(context, i);
  if (!integers || integers->empty()) return std::nullopt;
  return integers->front();
}

void expect_rank(const Shape& shape, int rank) {
  if (!shape.has_rank() || shape.rank() == rank) return;
  throw ShapeFault{fmt::format("Shape must be rank {} but is rank {}", rank, shape.rank())};
}

void expect_rank_at_least(const Shape& shape, int rank) {
  if (!shape.has_rank() || shape.rank() >= rank) return;
  throw ShapeFault{
      fmt::format("Shape must be at least rank {} but is rank {}", rank, shape.rank())};
}

void expect_few_dimensions(std::int64_t rank) {
  if (rank <= Shape::kMaxRank) return;
  throw ShapeFault{
      fmt::format("Shape has {} dimensions, but at most {} are supported", rank, Shape::kMaxRank)};
}

std::optional<int> axis_of(std::int64_t axis, int rank) {
  if (axis < -rank || axis >= rank) return std::nullopt;
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

int least_rank(std::int64_t axis) {
  constexpr std::int64_t kFar = 1'000'000'000;
  return static_cast<int>(axis < 0 ? -std::max(axis, -kFar) : std::min(axis, kFar) + 1);
}

Shape part_of(const Shape& shape, int first, int end) {
  return Shape(shape.extents().subspan(static_cast<std::size_t>(first),
                                       static_cast<std::size_t>(end - first)));
}

Shape joined(const Shape& a, const Shape& b) {
  expect_few_dimensions(a.rank() + b.rank());
  std::vector<std::int64_t> extents(a.extents().begin(), a.extents().end());
  extents.insert(extents.end(), b.extents().begin(), b.extents().end());
  return Shape(extents);
}

Shape open_shape(int rank) {
  return Shape(std::vector<std::int64_t>(static_cast<std::size_t>(rank), Shape::kUnknown));
}

std::int64_t product(std::span<const std::int64_t> extents) {
  std::int64_t product = 1;
  for (const std::int64_t extent : extents) product *= extent;
  return product;
}

Tensor reshaped(const Tensor& tensor, const Shape& shape) {
  // A tensor shares its buffer with others like it, none of which writes to it.
  return {*tensor.buffer(), tensor.dtype(), shape};
}

}  // namespace graphrun
