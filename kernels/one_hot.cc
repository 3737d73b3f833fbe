// OneHot: for each index, on_value at its place along a new axis and off_value elsewhere.

#include <fmt/format.h>

#include "graph/work.h"
#include "kernels/element_bytes.h"
#include "kernels/index_values.h"
#include "kernels/strided_copy.h"

namespace graphrun {
namespace {

int new_axis(std::int64_t axis, int rank) {
  if (axis == -1) return rank;
  if (axis >= 0 && axis <= rank) return static_cast<int>(axis);
  throw ShapeFault{
      fmt::format("Expected axis to be -1 or between [0, {}).  But received: {}", rank + 1, axis)};
}

void infer(ShapeContext& context) {
  const std::int64_t axis = context.attributes().integer("axis");
  for (int i = 1; i <= 3; ++i) expect_rank(context.input(i), 0);
  if (axis < -1) throw ShapeFault{"axis must be >= -1"};
  const Shape& indices = context.input(0);
  const auto depth = known_integer(context, 1);
  if (depth && *depth < 0) {
    throw ShapeFault{fmt::format("depth must be non-negative, got: {}", *depth)};
  }
  if (!indices.has_rank()) {
    context.set_output(0, Shape::of_unknown_rank());
    return;
  }
  const int at = new_axis(axis, indices.rank());
  context.set_output(0, joined(joined(part_of(indices, 0, at), Shape{depth.value_or(-1)}),
                               part_of(indices, at, indices.rank())));
}

std::int64_t index_at(const Tensor& indices, std::int64_t i) {
  switch (indices.dtype()) {
    case DType::uint8: return static_cast<const std::uint8_t*>(indices.data())[i];
    case DType::int32: return static_cast<const std::int32_t*>(indices.data())[i];
    default: return static_cast<const std::int64_t*>(indices.data())[i];
  }
}

void one_hot_cpu(KernelContext& context) {
  const Tensor& indices = context.input(0);
  expect_one_element(context.input(1), "depth");
  expect_one_element(context.input(2), "on_value");
  expect_one_element(context.input(3), "off_value");
  const auto depth = static_cast<std::int64_t>(context.input_as<std::int32_t>(1)[0]);
  if (depth < 0) KernelContext::invalid(fmt::format("depth must be non-negative, got: {}", depth));
  const Tensor& on = context.input(2);
  const Tensor& off = context.input(3);
  const int axis = planned_now(
      [&] { return new_axis(context.attributes().integer("axis"), indices.shape().rank()); });
  const Tensor& output = context.output();
  fill_elements(context, output.dtype(), off.data(), output.data(), output.elements());
  const std::int64_t inner =
      product(indices.shape().extents().subspan(static_cast<std::size_t>(axis)));
  for_element_bytes(output.dtype(), [&]<typename E>(std::type_identity<E>) {
    const E& hot = *static_cast<const E*>(on.data());
    E* to = static_cast<E*>(output.data());
    for (std::int64_t i = 0; i < indices.elements(); ++i) {
      const std::int64_t index = index_at(indices, i);
      // An index outside marks nothing.
      if (index < 0 || index >= depth) continue;
      to[(i / inner * depth + index) * inner + i % inner] = hot;
    }
  });
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: x, value: [0, 2, -1, 1]}
  - {op: OneHot, name: y, inputs: [x], depth: 3, on_value: 1.0, off_value: 0.0}
fetch: [y]
)";

constexpr DTypes kOnGpu = kGpuFloatTypes | DTypes{DType::boolean, DType::int32, DType::int64};
constexpr DTypes kIndices = {DType::uint8, DType::int32, DType::int64};

}  // namespace

void add_one_hot(OpCatalog& ops) {
  ops.add({.name = "OneHot",
           .summary = "for each index, on_value at its place along a new axis, off_value elsewhere",
           .inputs = {ArgDef::typed("indices", 1), ArgDef::of("depth", DType::int32),
                      ArgDef::typed("on_value"), ArgDef::typed("off_value")},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "T"},
                               {.name = "TI", .allowed = kIndices, .otherwise = DType::int64}},
           .attributes = {{.name = "axis",
                           .kind = AttributeKind::integer,
                           .otherwise = std::int64_t{-1}}},
           .infer_shapes = infer,
           .work = only_writes,
           .kernels =
               {{.device = DeviceType::cpu, .types = {kTensorTypes, kIndices}, .run = one_hot_cpu},
                {.device = DeviceType::gpu, .types = {kOnGpu, kIndices}, .host_inputs = {1}}},
           .example = kExample});
}

}  // namespace graphrun
