#include "kernels/windows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace graphrun {
namespace {

enum class Padding : std::uint8_t { same, valid, given };

Padding padding_of(const Attributes& attributes) {
  const std::string& padding = attributes.text("padding");
  const bool may_be_given = attributes.find("explicit_paddings") != nullptr;
  if (padding == "SAME") return Padding::same;
  if (padding == "VALID") return Padding::valid;
  if (padding == "EXPLICIT" && may_be_given) return Padding::given;
  throw ShapeFault{
      fmt::format("Value for attr 'padding' of \"{}\" is not in the list of allowed values: "
                  "\"SAME\", \"VALID\"{}",
                  padding, may_be_given ? ", \"EXPLICIT\"" : "")};
}

std::int64_t output_extent(const WindowAxis& axis, Padding padding) {
  if (axis.stride <= 0) {
    throw ShapeFault{fmt::format("Stride must be > 0, but got {}", axis.stride)};
  }
  if (axis.dilation < 1) {
    throw ShapeFault{fmt::format("Dilation rate must be >= 1, but got {}", axis.dilation)};
  }
  if (axis.input == Shape::kUnknown) return Shape::kUnknown;
  if (padding == Padding::same) return (axis.input + axis.stride - 1) / axis.stride;
  if (axis.size == Shape::kUnknown) return Shape::kUnknown;
  const std::int64_t padded = axis.input + axis.before + axis.after;
  const std::int64_t covered = (axis.size - 1) * axis.dilation + 1;
  if (covered > padded) {
    throw ShapeFault{
        fmt::format("Negative dimension size caused by subtracting {} from {}", covered, padded)};
  }
  return (padded - covered) / axis.stride + 1;
}

WindowAxis window_axis(WindowAxis axis, Padding padding) {
  axis.output = output_extent(axis, padding);
  const bool known = axis.output != Shape::kUnknown && axis.size != Shape::kUnknown;
  if (padding == Padding::same && known) {
    const std::int64_t covered = (axis.size - 1) * axis.dilation + 1;
    const std::int64_t needed =
        std::max<std::int64_t>(0, (axis.output - 1) * axis.stride + covered - axis.input);
    axis.before = needed / 2;
    axis.after = needed - axis.before;
  }
  return axis;
}

// Two values for each axis: before, after.
std::vector<std::int64_t> given_paddings(const Attributes& attributes, const ImageAxes& axes) {
  const auto& paddings = attributes.integers("explicit_paddings");
  if (paddings.size() != 8) {
    throw ShapeFault{fmt::format("explicit_paddings attribute must contain 8 values, but got: {}",
                                 paddings.size())};
  }
  for (std::size_t i = 0; i < paddings.size(); ++i) {
    if (paddings[i] < 0) {
      throw ShapeFault{"All elements of explicit_paddings must be nonnegative"};
    }
    const int axis = static_cast<int>(i / 2);
    if (paddings[i] != 0 && (axis == axes.batch || axis == axes.channels)) {
      throw ShapeFault{
          "Nonzero explicit padding in the batch or depth dimensions is not supported"};
    }
  }
  return paddings;
}

}  // namespace

ImageAxes image_axes(const Attributes& attributes) {
  const std::string& format = attributes.text("data_format");
  if (format == "NHWC") return {};
  if (format == "NCHW") return {.batch = 0, .height = 2, .width = 3, .channels = 1};
  throw ShapeFault{
      fmt::format("Value for attr 'data_format' of \"{}\" is not in the list of allowed "
                  "values: \"NHWC\", \"NCHW\"",
                  format)};
}

const std::vector<std::int64_t>& per_axis(const Attributes& attributes, std::string_view name,
                                          std::string_view what, std::string_view op) {
  const auto& values = attributes.integers(name);
  if (values.size() != 4) {
    throw ShapeFault{fmt::format("{} requires the {} attribute to contain 4 values, but got: {}",
                                 op, what, values.size())};
  }
  return values;
}

Windows windows_over(const Attributes& attributes, const ImageAxes& axes, const Shape& images,
                     std::int64_t rows, std::int64_t columns, std::string_view op) {
  const Padding padding = padding_of(attributes);
  const auto& strides = per_axis(attributes, "strides", "stride", op);
  const std::vector<std::int64_t> dilations =
      attributes.find("dilations") == nullptr ? std::vector<std::int64_t>(4, 1)
                                              : per_axis(attributes, "dilations", "dilation", op);
  std::vector<std::int64_t> paddings(8, 0);
  if (padding == Padding::given) {
    paddings = given_paddings(attributes, axes);
  } else if (attributes.find("explicit_paddings") != nullptr &&
             !attributes.integers("explicit_paddings").empty()) {
    throw ShapeFault{
        "explicit_paddings attribute must be empty if the padding attribute is not "
        "EXPLICIT"};
  }
  const auto along = [&](int axis, std::int64_t size) {
    const auto i = static_cast<std::size_t>(axis);
    return window_axis({.input = extent_of(images, axis),
                        .size = size,
                        .stride = strides[i],
                        .dilation = dilations[i],
                        .before = paddings[2 * i],
                        .after = paddings[2 * i + 1]},
                       padding);
  };
  return {.rows = along(axes.height, rows), .columns = along(axes.width, columns)};
}

void require_rank(const Shape& shape, int rank) {
  if (!shape.has_rank() || shape.rank() == rank) return;
  throw ShapeFault{fmt::format("Shape must be rank {} but is rank {}", rank, shape.rank())};
}

void require_rank_at_least(const Shape& shape, int rank) {
  if (!shape.has_rank() || shape.rank() >= rank) return;
  throw ShapeFault{
      fmt::format("Shape must be at least rank {} but is rank {}", rank, shape.rank())};
}

Shape image_shape(const ImageAxes& axes, std::int64_t batch, std::int64_t height,
                  std::int64_t width, std::int64_t channels) {
  std::array<std::int64_t, 4> extents{};
  extents[static_cast<std::size_t>(axes.batch)] = batch;
  extents[static_cast<std::size_t>(axes.height)] = height;
  extents[static_cast<std::size_t>(axes.width)] = width;
  extents[static_cast<std::size_t>(axes.channels)] = channels;
  return Shape(std::span<const std::int64_t>(extents));
}

AttributeDef strides_attribute() { return {.name = "strides", .kind = AttributeKind::integers}; }

AttributeDef padding_attribute() { return {.name = "padding", .kind = AttributeKind::text}; }

AttributeDef data_format_attribute() {
  return {.name = "data_format", .kind = AttributeKind::text, .otherwise = std::string("NHWC")};
}

}  // namespace graphrun
