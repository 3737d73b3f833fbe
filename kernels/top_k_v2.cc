// TopKV2: the k largest elements along the last axis and where they are, the largest first; of
// equals the one with the lower index comes first. NaN counts as larger than any number. Without
// `sorted` TensorFlow promises no order; here it is the same one.

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "kernels/index_values.h"
#include "kernels/reduction.h"
#include "kernels/type_list.h"

namespace graphrun {
namespace {

template <typename V>
struct Candidate {
  V value;
  std::int32_t index;
};

template <typename V>
bool is_larger(V a, V b) {
  return a > b || (a != a && b == b);
}

template <typename V>
bool comes_before(const Candidate<V>& a, const Candidate<V>& b) {
  if (is_larger(a.value, b.value)) return true;
  return !is_larger(b.value, a.value) && a.index < b.index;
}

// Candidates gather beyond k, and are now and then cut down to the best k: that is linear in
// `size`, whatever k is. What is not larger than the least of k is not looked at again.
template <typename T, typename V>
void select(const T* x, std::int64_t size, std::int64_t k, std::vector<Candidate<V>>& candidates) {
  constexpr std::int64_t kRoom = 64;
  const auto most = static_cast<std::size_t>(std::min(size, k + std::max(k, kRoom)));
  candidates.resize(most);
  const auto kept = candidates.begin() + static_cast<std::ptrdiff_t>(k);
  bool has_least = false;
  V least{};
  std::size_t count = 0;
  const auto cut = [&] {
    const auto end = candidates.begin() + static_cast<std::ptrdiff_t>(count);
    std::nth_element(candidates.begin(), kept - 1, end, comes_before<V>);
    least = (kept - 1)->value;
    has_least = true;
    count = static_cast<std::size_t>(k);
  };
  for (std::int64_t i = 0; i < size; ++i) {
    const V value = static_cast<V>(x[i]);
    if (has_least && !is_larger(value, least)) continue;
    if (count == most) {
      cut();
      if (!is_larger(value, least)) continue;
    }
    candidates[count++] = {value, static_cast<std::int32_t>(i)};
  }
  if (count > static_cast<std::size_t>(k)) cut();
  std::sort(candidates.begin(), kept, comes_before<V>);
}

void top_k_cpu(KernelContext& context) {
  const Tensor& input = context.input(0);
  const Tensor& values = context.output(0);
  const Tensor& indices = context.output(1);
  const std::int64_t k = values.shape()[values.shape().rank() - 1];
  const std::int64_t size = input.shape()[input.shape().rank() - 1];
  if (values.elements() == 0) return;
  auto* at = static_cast<std::int32_t*>(indices.data());
  for_number_type(input.dtype(), [&]<typename T>(std::type_identity<T>) {
    using V = Operand<T>;
    const T* x = static_cast<const T*>(input.data());
    T* out = static_cast<T*>(values.data());
    reduction::over_items(
        input.elements() / size, input.elements(), [&](std::int64_t first, std::int64_t end) {
          std::vector<Candidate<V>> candidates(static_cast<std::size_t>(k));
          for (std::int64_t row = first; row < end; ++row) {
            const T* from = x + row * size;
            select(from, size, k, candidates);
            for (std::int64_t i = 0; i < k; ++i) {
              const std::int32_t index = candidates[static_cast<std::size_t>(i)].index;
              out[row * k + i] = from[index];
              at[row * k + i] = index;
            }
          }
        });
  });
}

void shape_of_top_k(ShapeContext& context) {
  const Shape& input = context.input(0);
  expect_rank_at_least(input, 1);
  expect_rank(context.input(1), 0);
  const auto value = known_integer(context, 1);
  if (value && *value < 0) {
    throw ShapeFault{fmt::format(
        "Dimension size, given by scalar input 1, must be non-negative but is {}", *value)};
  }
  Shape shape = input;
  if (input.has_rank()) {
    std::int64_t& last = shape[input.rank() - 1];
    const std::int64_t k = value.value_or(Shape::kUnknown);
    if (value && last != Shape::kUnknown && last < k) {
      throw ShapeFault{fmt::format("input must have last dimension >= k = {} but is {}", k, last)};
    }
    last = k;
  }
  context.set_output(0, shape);
  context.set_output(1, shape);
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: scores, value: [[0.1, 0.7, 0.2], [0.5, 0.5, 0.0]]}
  - {op: TopKV2, name: best, inputs: [scores], k: 2}
fetch: [best, 'best:1']
)";

}  // namespace

void add_top_k_v2(OpCatalog& ops) {
  constexpr DTypes kOnGpu = kGpuFloatTypes | DTypes{DType::int8,  DType::int16, DType::int32,
                                                    DType::int64, DType::uint8, DType::uint16};
  ops.add({.name = "TopKV2",
           .summary = "the k largest elements along the last axis, and where they are",
           .inputs = {ArgDef::typed("input"), ArgDef::of("k", DType::int32)},
           .outputs = {ArgDef::typed("values"), ArgDef::of("indices", DType::int32)},
           .type_attributes = {{.name = "T", .allowed = kNumberTypes}},
           .attributes = {{.name = "sorted", .kind = AttributeKind::boolean, .otherwise = true}},
           .infer_shapes = shape_of_top_k,
           .kernels = {{.device = DeviceType::cpu, .types = {kNumberTypes}, .run = top_k_cpu},
                       {.device = DeviceType::gpu, .types = {kOnGpu}, .host_inputs = {1}}},
           .example = kExample});
}

}  // namespace graphrun
