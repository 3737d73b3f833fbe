// MaxPool: the largest element of each window over images, or of each group of neighbouring
// channels.

#include <limits>

#include "kernels/pooling.h"

namespace graphrun {
namespace {

std::int64_t channels_per_window(const Attributes& attributes) {
  return per_axis(attributes, "ksize", "ksize",
                  "MaxPool")[static_cast<std::size_t>(image_axes(attributes).channels)];
}

// TensorFlow pools channels only where nothing else is pooled and the windows do not overlap.
void require_whole_windows_of_channels(const Attributes& attributes, const Shape& images) {
  const ImageAxes axes = image_axes(attributes);
  const auto& sizes = attributes.integers("ksize");
  const auto& strides = per_axis(attributes, "strides", "stride", "MaxPool");
  const auto of = [](const std::vector<std::int64_t>& values, int axis) {
    return values[static_cast<std::size_t>(axis)];
  };
  if (of(sizes, axes.height) != 1 || of(sizes, axes.width) != 1 || of(strides, axes.height) != 1 ||
      of(strides, axes.width) != 1) {
    throw ShapeFault{
        "MaxPooling supports exactly one of pooling across depth or pooling across width/height."};
  }
  const std::int64_t window = of(sizes, axes.channels);
  if (extent_of(images, axes.channels) % window != 0) {
    throw ShapeFault{
        "Depthwise max pooling requires the depth window to evenly divide the input depth."};
  }
  if (of(strides, axes.channels) != window) {
    throw ShapeFault{"Depthwise max pooling requires the depth window to equal the depth stride."};
  }
}

void shape_of_max_pool(ShapeContext& context) {
  const Attributes& attributes = context.attributes();
  const Shape& images = context.input(0);
  require_rank(images, 4);
  const ImageAxes axes = image_axes(attributes);
  const std::int64_t window = channels_per_window(attributes);
  if (window <= 1) {
    shape_of_pooling(context, "MaxPool");
    return;
  }
  if (!images.has_rank()) {
    context.set_output(
        0, image_shape(axes, Shape::kUnknown, Shape::kUnknown, Shape::kUnknown, Shape::kUnknown));
    return;
  }
  Shape pooled = images;
  if (pooled[axes.channels] != Shape::kUnknown) {
    require_whole_windows_of_channels(attributes, images);
    pooled[axes.channels] /= window;
  }
  context.set_output(0, pooled);
}

// Pooling channels is pooling along a row of one image for each pixel, or with the channels first,
// along a column of one image for each element of the batch.
PoolingShape channel_pooling(const Shape& images, const ImageAxes& axes, std::int64_t window) {
  const std::int64_t pixels = images[axes.height] * images[axes.width];
  const WindowAxis whole{.input = axes.channels_last() ? 1 : pixels,
                         .output = axes.channels_last() ? 1 : pixels};
  const WindowAxis pooled{.input = images[axes.channels],
                          .size = window,
                          .stride = window,
                          .output = images[axes.channels] / window};
  if (axes.channels_last()) {
    return {.batch = images[axes.batch] * pixels, .channels = 1, .rows = whole, .columns = pooled};
  }
  return {.batch = images[axes.batch], .channels = 1, .rows = pooled, .columns = whole};
}

void max_pool_cpu(KernelContext& context) {
  const Tensor& images = context.input(0);
  if (context.output().elements() == 0) return;
  const std::int64_t window = channels_per_window(context.attributes());
  const PoolingShape shape =
      window > 1 ? channel_pooling(images.shape(), image_axes(context.attributes()), window)
                 : pooling_shape(context.attributes(), images.shape(), "MaxPool");
  pool_images(context, shape);
}

constexpr DTypes kTypes = kFloatTypes | DTypes{DType::int8,  DType::int16, DType::int32,
                                               DType::int64, DType::uint8, DType::uint16};
constexpr DTypes kOnGpu = {DType::float16, DType::float32, DType::float64};

}  // namespace

void add_max_pool(OpCatalog& ops) {
  ops.add({.name = "MaxPool",
           .summary = "the largest element of each window over images",
           .inputs = {ArgDef::typed("input")},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "T", .allowed = kTypes, .otherwise = DType::float32}},
           .attributes = {ksize_attribute(), strides_attribute(), padding_attribute(),
                          data_format_attribute()},
           .infer_shapes = shape_of_max_pool,
           .work = work_of_pooling,
           .kernels = {{.device = DeviceType::cpu, .types = {kTypes}, .run = max_pool_cpu},
                       {.device = DeviceType::gpu, .types = {kOnGpu}}},
           .example = R"(# The largest of each 2 x 2 pixels of one image.
nodes:
  - {op: Const, name: image, shape: [1, 2, 4, 1], value: [1.0, 2.0, 3.0, 4.0, 8.0, 7.0, 6.0, 5.0]}
  - {op: MaxPool, name: pooled, inputs: [image], ksize: [1, 2, 2, 1], strides: [1, 2, 2, 1], padding: VALID}
fetch: [pooled]
)"});
}

}  // namespace graphrun
