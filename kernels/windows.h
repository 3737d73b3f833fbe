// Windows that slide over the two spatial axes of a batch of images: the geometry of convolutions
// and pooling. After TensorFlow 1.15's core/framework/common_shape_fns.cc; where the padding of
// SAME is odd, the extra cell comes after.

#pragma once

#include <cstdint>

#include "graph/shape_context.h"

namespace graphrun {

// Where the axes are in a tensor of four dimensions.
struct ImageAxes {
  int batch = 0;
  int height = 1;
  int width = 2;
  int channels = 3;

  bool channels_last() const { return channels == 3; }
};

// Of the attribute `data_format`: NHWC or NCHW. Throws ShapeFault.
ImageAxes image_axes(const Attributes& attributes);

// A window along one axis. An extent may be Shape::kUnknown.
struct WindowAxis {
  std::int64_t input = 0;
  std::int64_t size = 1;
  std::int64_t stride = 1;
  std::int64_t dilation = 1;
  std::int64_t before = 0;  // padding
  std::int64_t after = 0;
  std::int64_t output = 0;

  friend bool operator==(const WindowAxis&, const WindowAxis&) = default;
};

struct Windows {
  WindowAxis rows;
  WindowAxis columns;
};

// The attributes `padding` (SAME, VALID; EXPLICIT where the op has `explicit_paddings`), `strides`
// and, where the op has it, `dilations`. `op` is for messages. Throws ShapeFault.
Windows windows_over(const Attributes& attributes, const ImageAxes& axes, const Shape& images,
                     std::int64_t rows, std::int64_t columns, std::string_view op);

// Four values, one for each axis of the images. Throws ShapeFault: "<op> requires the <what>
// attribute to contain 4 values, but got: 3".
const std::vector<std::int64_t>& per_axis(const Attributes& attributes, std::string_view name,
                                          std::string_view what, std::string_view op);

// "Shape must be rank 4 but is rank 3". Throws ShapeFault.
void require_rank(const Shape& shape, int rank);
void require_rank_at_least(const Shape& shape, int rank);

// The extent, kUnknown where the rank is open.
inline std::int64_t extent_of(const Shape& shape, int axis) {
  return shape.has_rank() ? shape[axis] : Shape::kUnknown;
}

Shape image_shape(const ImageAxes& axes, std::int64_t batch, std::int64_t height,
                  std::int64_t width, std::int64_t channels);

// The attributes that ops with windows have.
AttributeDef strides_attribute();
AttributeDef padding_attribute();
AttributeDef data_format_attribute();

}  // namespace graphrun
