#include "kernels/convolution.h"

namespace graphrun {

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
