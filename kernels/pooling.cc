#include "kernels/pooling.h"

#include <fmt/format.h>

namespace graphrun {
namespace {

Windows windows_of(const Attributes& attributes, const ImageAxes& axes, const Shape& images,
                   std::string_view op) {
  const auto& sizes = per_axis(attributes, "ksize", "ksize", op);
  const auto& strides = per_axis(attributes, "strides", "stride", op);
  const auto batch = static_cast<std::size_t>(axes.batch);
  if (sizes[batch] != 1 || strides[batch] != 1) {
    throw ShapeFault{"Pooling is not yet supported on the batch dimension."};
  }
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] <= 0) {
      throw ShapeFault{fmt::format("Sliding window ksize must be positive, but got {}", sizes[i])};
    }
  }
  return windows_over(attributes, axes, images, sizes[static_cast<std::size_t>(axes.height)],
                      sizes[static_cast<std::size_t>(axes.width)], op);
}

}  // namespace

PoolingShape pooling_shape(const Attributes& attributes, const Shape& images, std::string_view op) {
  const ImageAxes axes = image_axes(attributes);
  const Windows windows = windows_of(attributes, axes, images, op);
  return {.batch = images[axes.batch],
          .channels = images[axes.channels],
          .channels_last = axes.channels_last(),
          .rows = windows.rows,
          .columns = windows.columns};
}

void shape_of_pooling(ShapeContext& context, std::string_view op) {
  const Shape& images = context.input(0);
  require_rank(images, 4);
  const ImageAxes axes = image_axes(context.attributes());
  const Windows windows = windows_of(context.attributes(), axes, images, op);
  context.set_output(0, image_shape(axes, extent_of(images, axes.batch), windows.rows.output,
                                    windows.columns.output, extent_of(images, axes.channels)));
}

Work work_of_pooling(const WorkContext& context) {
  const std::vector<std::int64_t>& sizes = context.attributes().integers("ksize");
  double cells = 1;
  for (const std::int64_t size : sizes) cells *= static_cast<double>(size);
  return computes(context, cells * context.output().elements());
}

AttributeDef ksize_attribute() { return {.name = "ksize", .kind = AttributeKind::integers}; }

}  // namespace graphrun
