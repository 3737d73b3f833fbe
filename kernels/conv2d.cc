// Conv2D: a filter slid over images. Beyond TensorFlow's own CPU kernel it takes NCHW and groups,
// which TensorFlow has on the GPU.

#include <fmt/format.h>

#include "graph/work.h"
#include "kernels/convolution.h"

namespace graphrun {
namespace {

void require_matching_depths(std::int64_t channels, const Shape& filter) {
  const std::int64_t filter_depth = extent_of(filter, 2);
  const std::int64_t out = extent_of(filter, 3);
  if (channels == Shape::kUnknown || filter_depth == Shape::kUnknown || channels == filter_depth) {
    return;
  }
  if (filter_depth == 0 || channels % filter_depth != 0) {
    throw ShapeFault{
        fmt::format("Depth of input ({}) is not a multiple of input depth of filter ({})", channels,
                    filter_depth)};
  }
  const std::int64_t groups = channels / filter_depth;
  if (out != Shape::kUnknown && groups > 1 && out % groups != 0) {
    throw ShapeFault{fmt::format(
        "Depth of output ({}) is not a multiple of the number of groups ({})", out, groups)};
  }
}

void shape_of_convolution(ShapeContext& context) {
  const Attributes& attributes = context.attributes();
  const Shape& images = context.input(0);
  const Shape& filter = context.input(1);
  require_rank(images, 4);
  require_rank(filter, 4);
  const ImageAxes axes = image_axes(attributes);
  per_axis(attributes, "dilations", "dilation", "Conv2D");
  per_axis(attributes, "strides", "stride",
           "Conv2D on data format " + attributes.text("data_format"));
  require_matching_depths(extent_of(images, axes.channels), filter);
  const Windows windows = convolution_windows(attributes, images, filter, "Conv2D");
  require_spatial_strides(attributes, axes);
  require_spatial_dilations(attributes, axes);
  context.set_output(0, image_shape(axes, extent_of(images, axes.batch), windows.rows.output,
                                    windows.columns.output, extent_of(filter, 3)));
}

void conv2d_cpu(KernelContext& context) {
  const Shape& filter = context.input(1).shape();
  ConvolutionShape shape = convolution_shape(context, "Conv2D");
  shape.output_channels = filter[3];
  shape.groups = shape.channels == 0 ? 1 : shape.channels / filter[2];
  convolve(context, shape);
}

constexpr DTypes kTypes = {DType::float16, DType::float32, DType::float64};

Work work_of_convolution(const WorkContext& context) {
  const Shape& filter = context.input(1).shape;
  const auto cells = static_cast<double>(filter[0] * filter[1] * filter[2]);
  return computes(context, 2 * cells * context.output().elements());
}

}  // namespace

void add_conv2d(OpCatalog& ops) {
  ops.add({.name = "Conv2D",
           .summary = "a filter slid over images",
           .inputs = {ArgDef::typed("input"), ArgDef::typed("filter")},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "T", .allowed = kFloatTypes}},
           .attributes = {strides_attribute(),
                          {.name = "use_cudnn_on_gpu",
                           .kind = AttributeKind::boolean,
                           .otherwise = true},
                          padding_attribute(),
                          {.name = "explicit_paddings",
                           .kind = AttributeKind::integers,
                           .otherwise = std::vector<std::int64_t>{}},
                          data_format_attribute(),
                          dilations_attribute()},
           .infer_shapes = shape_of_convolution,
           .work = work_of_convolution,
           .kernels = {{.device = DeviceType::cpu, .types = {kTypes}, .run = conv2d_cpu},
                       {.device = DeviceType::gpu, .types = {kTypes}}},
           .example = R"(# The sums over 2 x 2 neighbours of one image of 3 x 3 pixels.
nodes:
  - {op: Const, name: image, shape: [1, 3, 3, 1], value: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]}
  - {op: Const, name: filter, shape: [2, 2, 1, 1], value: [1.0, 1.0, 1.0, 1.0]}
  - {op: Conv2D, name: sums, inputs: [image, filter], strides: [1, 1, 1, 1], padding: VALID}
fetch: [sums]
)"});
}

}  // namespace graphrun
