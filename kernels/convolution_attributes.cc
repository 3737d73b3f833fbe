#include "kernels/convolution.h"

namespace graphrun {

Windows convolution_windows(const Attributes& attributes, const Shape& images, const Shape& filter,
                            std::string_view op) {
  return windows_over(attributes, image_axes(attributes), images, extent_of(filter, 0),
                      extent_of(filter, 1), op);
}

ConvolutionShape convolution_shape(KernelContext& context, std::string_view op) {
  const Shape& images = context.input(0).shape();
  const ImageAxes axes = image_axes(context.attributes());
  const Windows windows =
      convolution_windows(context.attributes(), images, context.input(1).shape(), op);
  return {.batch = images[axes.batch],
          .channels = images[axes.channels],
          .channels_last = axes.channels_last(),
          .rows = windows.rows,
          .columns = windows.columns};
}

void require_spatial_strides(const Attributes& attributes, const ImageAxes& axes) {
  const auto& strides = attributes.integers("strides");
  if (strides[static_cast<std::size_t>(axes.batch)] == 1 &&
      strides[static_cast<std::size_t>(axes.channels)] == 1) {
    return;
  }
  throw ShapeFault{
      "Current implementation does not yet support strides in the batch and depth dimensions."};
}

void require_spatial_dilations(const Attributes& attributes, const ImageAxes& axes) {
  const auto& dilations = attributes.integers("dilations");
  if (dilations[static_cast<std::size_t>(axes.batch)] == 1 &&
      dilations[static_cast<std::size_t>(axes.channels)] == 1) {
    return;
  }
  throw ShapeFault{
      "Current implementation does not yet support dilations in the batch and depth dimensions."};
}

AttributeDef dilations_attribute() {
  return {.name = "dilations",
          .kind = AttributeKind::integers,
          .otherwise = std::vector<std::int64_t>{1, 1, 1, 1}};
}

}  // namespace graphrun
