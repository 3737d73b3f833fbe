// DepthwiseConv2dNative: each channel of the images convolved with filters of its own. `dilations`
// are applied, as tf.nn.depthwise_conv2d's `rate` is; TensorFlow 1.15's own op has them and ignores
// them.

#include "graph/shape_rules.h"
#include "graph/work.h"
#include "kernels/convolution.h"

namespace graphrun {
namespace {

void shape_of_convolution(ShapeContext& context) {
  const Attributes& attributes = context.attributes();
  const Shape& images = context.input(0);
  const Shape& filter = context.input(1);
  require_rank(images, 4);
  require_rank(filter, 4);
  const ImageAxes axes = image_axes(attributes);
  const Windows windows = convolution_windows(attributes, images, filter, "DepthwiseConv2D");
  require_spatial_strides(attributes, axes);
  require_spatial_dilations(attributes, axes);
  const std::int64_t channels =
      merged_extent(extent_of(images, axes.channels), extent_of(filter, 2));
  const std::int64_t multiplier = extent_of(filter, 3);
  const bool known = channels != Shape::kUnknown && multiplier != Shape::kUnknown;
  context.set_output(
      0, image_shape(axes, extent_of(images, axes.batch), windows.rows.output,
                     windows.columns.output, known ? channels * multiplier : Shape::kUnknown));
}

// A filter of rows × columns × channels × multiplier lies in memory as one of rows × columns × 1 ×
// (channels · multiplier) does.
void depthwise_cpu(KernelContext& context) {
  ConvolutionShape shape = convolution_shape(context, "DepthwiseConv2D");
  shape.output_channels = shape.channels * context.input(1).shape()[3];
  shape.groups = shape.channels;
  convolve(context, shape);
}

constexpr DTypes kTypes = {DType::float16, DType::float32, DType::float64};

Work work_of_depthwise(const WorkContext& context) {
  const Shape& filter = context.input(1).shape;
  const auto cells = static_cast<double>(filter[0] * filter[1]);
  return computes(context, 2 * cells * context.output().elements());
}

}  // namespace

void add_depthwise_conv2d_native(OpCatalog& ops) {
  ops.add({.name = "DepthwiseConv2dNative",
           .summary = "each channel of images convolved with filters of its own",
           .inputs = {ArgDef::typed("input"), ArgDef::typed("filter")},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "T", .allowed = kFloatTypes}},
           .attributes = {strides_attribute(), padding_attribute(), data_format_attribute(),
                          dilations_attribute()},
           .infer_shapes = shape_of_convolution,
           .work = work_of_depthwise,
           .kernels = {{.device = DeviceType::cpu, .types = {kTypes}, .run = depthwise_cpu},
                       {.device = DeviceType::gpu, .types = {kTypes}}},
           .example = R"(# An image of two channels: the first is doubled, the second is negated.
nodes:
  - {op: Const, name: image, shape: [1, 2, 2, 2], value: [1.0, 5.0, 2.0, 6.0, 3.0, 7.0, 4.0, 8.0]}
  - {op: Const, name: filter, shape: [1, 1, 2, 1], value: [2.0, -1.0]}
  - {op: DepthwiseConv2dNative, name: y, inputs: [image, filter], strides: [1, 1, 1, 1], padding: SAME}
fetch: [y]
)"});
}

}  // namespace graphrun
