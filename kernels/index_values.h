// Inputs that say where or how much: axes, extents, positions, as int32 or int64. And what the ops
// that take them have in common.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "graph/op_catalog.h"
#include "graph/shape_context.h"
#include "runtime/kernel_context.h"

namespace graphrun {

inline constexpr DTypes kIndexTypes = {DType::int32, DType::int64};
// All that tensors hold.
inline constexpr DTypes kTensorTypes = kNumberTypes | DTypes{DType::boolean, DType::string};
// What TensorFlow registers on GPUs for ops that move numbers: TF_CALL_NUMBER_TYPES_NO_INT32.
inline constexpr DTypes kGpuNumberTypes =
    kFloatTypes | DTypes{DType::int64, DType::uint16, DType::int16, DType::uint8, DType::int8};
// What it registers there for ops that compute: TF_CALL_GPU_NUMBER_TYPES.

std::vector<std::int64_t> integers_of(const HostTensor& tensor);
std::vector<std::int64_t> integers_of(const Tensor& tensor);  // in host memory
// InvalidArgument unless `tensor`, the input called `name`, has one element.
void expect_one_element(const Tensor& tensor, std::string_view name);
std::int64_t integer_of(const Tensor& tensor, std::string_view name = "axis");

// The value of input `i`; nullopt: it is not known before the run.
std::optional<std::vector<std::int64_t>> known_integers(const ShapeContext& context, int i);
std::optional<std::int64_t> known_integer(const ShapeContext& context, int i);

// Throw ShapeFault where the rank is known and another.
void expect_rank(const Shape& shape, int rank);
void expect_rank_at_least(const Shape& shape, int rank);
// Throws ShapeFault for more dimensions than a Shape holds.
void expect_few_dimensions(std::int64_t rank);

// `axis` of a tensor of `rank` axes, counted from its end where negative; nullopt: there is none.
std::optional<int> axis_of(std::int64_t axis, int rank);

// The least rank of a tensor that has that axis; for absurd ones a rank that no tensor has.
int least_rank(std::int64_t axis);

// The axes [first, end) of a shape of known rank.
Shape part_of(const Shape& shape, int first, int end);
// One shape after another.
Shape joined(const Shape& a, const Shape& b);
// A shape of `rank` extents that are not known.
Shape open_shape(int rank);
// REQUIRES: known, and to fit.
std::int64_t product(std::span<const std::int64_t> extents);

// The same memory in another shape. REQUIRES: as many elements.
Tensor reshaped(const Tensor& tensor, const Shape& shape);

// What plan() returns; where it throws ShapeFault, that is InvalidArgument: for what can only be
// told while the graph runs.
template <typename Plan>
auto planned_now(const Plan& plan) {
  try {
    return plan();
  } catch (const ShapeFault& fault) {
    KernelContext::invalid(fault.what);
  }
}

}  // namespace graphrun
