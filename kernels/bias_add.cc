// BiasAdd: adds a vector along the axis of channels: the last one, or in NCHW the second.

#include "graph/work.h"
#include "kernels/binary_elementwise.h"
#include "kernels/convolution.h"
#include "kernels/index_values.h"
#include "kernels/windows.h"

namespace graphrun {
namespace {

using Types = TypeList<Half, BFloat16, float, double, std::int8_t, std::int16_t, std::int32_t,
                       std::int64_t, std::uint8_t, std::uint16_t>;

// The axis of the channels. REQUIRES: the shape has a rank, which the format allows.
int channels_axis(const Attributes& attributes, const Shape& value) {
  return image_axes(attributes).channels_last() ? value.rank() - 1 : 1;
}

void shape_of_sum(ShapeContext& context) {
  const bool channels_last = image_axes(context.attributes()).channels_last();
  const Shape& value = context.input(0);
  const Shape& bias = context.input(1);
  expect_rank_at_least(value, channels_last ? 2 : 3);
  expect_rank(bias, 1);
  Shape sum = value;
  if (value.has_rank() && bias.has_rank()) {
    std::int64_t& channels = sum[channels_axis(context.attributes(), value)];
    channels = merged_extent(channels, bias[0]);
  }
  context.set_output(0, sum);
}

void bias_add_cpu(KernelContext& context) {
  const Tensor& value = context.input(0);
  const Tensor& bias = context.input(1);
  const Tensor& sum = context.output();
  const int axis = channels_axis(context.attributes(), value.shape());
  if (value.shape()[axis] != bias.shape()[0]) {
    KernelContext::invalid(
        "Must provide as many biases as the last dimension of the input tensor: " +
        to_string(bias.shape()) + " vs. " + to_string(value.shape()));
  }
  if (sum.elements() == 0) return;
  const auto extents = value.shape().extents();
  const auto channels = static_cast<std::size_t>(axis);
  const Shape flat = {product(extents.first(channels)), extents[channels],
                      product(extents.subspan(channels + 1))};
  const Shape along_channels = {extents[channels], 1};
  Types::visit(sum.dtype(), [&]<typename T>(std::type_identity<T>) {
    using A = Arithmetic<T>;
    apply_broadcast(static_cast<const T*>(value.data()), flat, static_cast<const T*>(bias.data()),
                    along_channels, static_cast<T*>(sum.data()), flat,
                    [](T x, T y) { return T(A(x) + A(y)); });
  });
}

}  // namespace

void add_bias_add(OpCatalog& ops) {
  ops.add({.name = "BiasAdd",
           .summary = "adds a vector along the axis of channels",
           .inputs = {ArgDef::typed("value"), ArgDef::typed("bias")},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "T", .allowed = kNumberTypes}},
           .attributes = {data_format_attribute()},
           .infer_shapes = shape_of_sum,
           .work = per_output_element<1>,
           .kernels = {{.device = DeviceType::cpu, .types = {Types::kDTypes}, .run = bias_add_cpu},
                       {.device = DeviceType::gpu, .types = {kGpuFloatTypes}}},
           .example = R"(nodes:
  - {op: Const, name: value, value: [[1.0, 2.0], [3.0, 4.0]]}
  - {op: Const, name: bias, value: [10.0, 20.0]}
  - {op: BiasAdd, name: y, inputs: [value, bias]}
fetch: [y]
)"});
}

}  // namespace graphrun
