// The GPU module's convolve(): conv2d.cc and depthwise_conv2d_native.cc call it.
//
// With one group the windows of some images are laid out as a matrix, a row a window, whose product
// with the filter is the result; a window of one pixel needs no layout. With several groups, of
// which each has little to multiply, a thread computes an element of the result.

#include <algorithm>

#include "backends/cuda/launch.cuh"
#include "kernels/convolution.h"
#include "kernels/cuda_arithmetic.cuh"
#include "kernels/cuda_products.h"
#include "kernels/cuda_types.h"

namespace graphrun {
namespace {

// What the windows of images that are worked on at a time may take.
constexpr std::int64_t kMostWindowBytes = std::int64_t{256} << 20;

// Steps between neighbours along the axes of a tensor of images.
struct ImageSteps {
  std::int64_t image = 0;
  std::int64_t row = 0;
  std::int64_t column = 0;
  std::int64_t channel = 0;

  ImageSteps(bool channels_last, std::int64_t channels, std::int64_t height, std::int64_t width)
      : image(channels * height * width),
        row(channels_last ? width * channels : width),
        column(channels_last ? channels : 1),
        channel(channels_last ? 1 : height * width) {}
};

ImageSteps steps_in(const ConvolutionShape& shape) {
  return {shape.channels_last, shape.channels, shape.rows.input, shape.columns.input};
}
ImageSteps steps_out(const ConvolutionShape& shape) {
  return {shape.channels_last, shape.output_channels, shape.rows.output, shape.columns.output};
}

// Channels last: element i of windows[image][row][column][r][c][channel].
// Channels first: of windows[image][r][c][channel][row][column].
template <typename Word>
__global__ void lay_out_windows(const Word* images, Word* windows, std::int64_t elements,
                                ConvolutionShape shape, ImageSteps steps) {
  if (const std::int64_t i = thread_number(); i < elements) {
    std::int64_t rest = i;
    const auto next = [&rest](std::int64_t extent) {
      const std::int64_t index = rest % extent;
      rest /= extent;
      return index;
    };
    std::int64_t row = 0;
    std::int64_t column = 0;
    if (!shape.channels_last) {
      column = next(shape.columns.output);
      row = next(shape.rows.output);
    }
    const std::int64_t channel = next(shape.channels);
    const std::int64_t c = next(shape.columns.size);
    const std::int64_t r = next(shape.rows.size);
    if (shape.channels_last) {
      column = next(shape.columns.output);
      row = next(shape.rows.output);
    }
    const std::int64_t y = row * shape.rows.stride + r * shape.rows.dilation - shape.rows.before;
    const std::int64_t x =
        column * shape.columns.stride + c * shape.columns.dilation - shape.columns.before;
    const bool is_inside = y >= 0 && y < shape.rows.input && x >= 0 && x < shape.columns.input;
    windows[i] = is_inside ? images[rest * steps.image + y * steps.row + x * steps.column +
                                    channel * steps.channel]
                           : Word{};
  }
}

template <typename T>
__global__ void convolve_groups(const T* images, const T* filter, T* out, std::int64_t elements,
                                ConvolutionShape shape, ImageSteps in, ImageSteps to) {
  const std::int64_t group_channels = shape.channels / shape.groups;
  const std::int64_t group_outputs = shape.output_channels / shape.groups;
  if (const std::int64_t i = thread_number(); i < elements) {
    // Neighbouring threads write neighbouring elements.
    std::int64_t rest = i % to.image;
    const std::int64_t image = i / to.image;
    const std::int64_t row = rest / to.row % shape.rows.output;
    const std::int64_t column = rest / to.column % shape.columns.output;
    const std::int64_t o = rest / to.channel % shape.output_channels;
    const T* const from =
        images + image * in.image + o / group_outputs * group_channels * in.channel;
    Operand<T> sum = 0;
    for (std::int64_t r = 0; r < shape.rows.size; ++r) {
      const std::int64_t y = row * shape.rows.stride + r * shape.rows.dilation - shape.rows.before;
      if (y < 0 || y >= shape.rows.input) continue;
      for (std::int64_t c = 0; c < shape.columns.size; ++c) {
        const std::int64_t x =
            column * shape.columns.stride + c * shape.columns.dilation - shape.columns.before;
        if (x < 0 || x >= shape.columns.input) continue;
        const T* const taps =
            filter + (r * shape.columns.size + c) * group_channels * shape.output_channels + o;
        const T* const pixel = from + y * in.row + x * in.column;
        for (std::int64_t k = 0; k < group_channels; ++k) {
          sum += widened(pixel[k * in.channel]) * widened(taps[k * shape.output_channels]);
        }
      }
    }
    out[i] = narrowed<T>(sum);
  }
}

bool is_of_single_pixels(const ConvolutionShape& shape) {
  const auto is_single = [](const WindowAxis& axis) {
    return axis.size == 1 && axis.stride == 1 && axis.before == 0 && axis.after == 0;
  };
  return is_single(shape.rows) && is_single(shape.columns);
}

// Of `images` images, whose windows are at `windows`.
void multiply_windows(CudaDevice& device, DType dtype, const ConvolutionShape& shape,
                      std::int64_t images, const void* windows, const void* filter, void* out) {
  const std::int64_t pixels = shape.rows.output * shape.columns.output;
  const std::int64_t inner = shape.rows.size * shape.columns.size * shape.channels;
  if (shape.channels_last) {
    multiply(device, dtype,
             {.rows = images * pixels, .columns = shape.output_channels, .inner = inner}, windows,
             filter, out);
  } else {
    multiply(device, dtype,
             {.rows = shape.output_channels,
              .columns = pixels,
              .inner = inner,
              .transpose_a = true,
              .count = images,
              .b_step = inner * pixels},
             filter, windows, out);
  }
}

template <typename T>
void convolve_one_group(KernelContext& context, const ConvolutionShape& shape, const T* images,
                        const T* filter, T* out) {
  CudaDevice& device = cuda_device(context);
  const DType dtype = context.output().dtype();
  if (is_of_single_pixels(shape)) {
    return multiply_windows(device, dtype, shape, shape.batch, images, filter, out);
  }
  const std::int64_t pixels = shape.rows.output * shape.columns.output;
  const std::int64_t an_image = pixels * shape.rows.size * shape.columns.size * shape.channels;
  const std::int64_t at_a_time = std::clamp<std::int64_t>(
      kMostWindowBytes / (an_image * static_cast<std::int64_t>(sizeof(T))), 1, shape.batch);
  const Tensor windows = context.allocate_kept(0, dtype, Shape{at_a_time * an_image});
  const ImageSteps in = steps_in(shape);
  for (std::int64_t first = 0; first < shape.batch; first += at_a_time) {
    const std::int64_t count = std::min(at_a_time, shape.batch - first);
    launch_per_item(device, count * an_image, lay_out_windows<T>, images + first * in.image,
                    static_cast<T*>(windows.data()), count * an_image, shape, in);
    multiply_windows(device, dtype, shape, count, windows.data(), filter,
                     out + first * steps_out(shape).image);
  }
}

}  // namespace

void convolve(KernelContext& context, const ConvolutionShape& shape) {
  const Tensor& images = context.input(0);
  const Tensor& filter = context.input(1);
  const Tensor& out = context.output();
  if (out.elements() == 0) return;
  CudaDevice& device = cuda_device(context);
  if (images.elements() == 0 || filter.elements() == 0) {  // empty sums
    check(cudaMemsetAsync(out.data(), 0, out.bytes(), device.stream()));
    return;
  }
  CudaFloats::visit(out.dtype(), [&]<typename T>(std::type_identity<T>) {
    const auto* x = static_cast<const T*>(images.data());
    const auto* w = static_cast<const T*>(filter.data());
    auto* y = static_cast<T*>(out.data());
    if (shape.groups == 1) {
      convolve_one_group(context, shape, x, w, y);
    } else {
      launch_per_item(device, out.elements(), convolve_groups<T>, x, w, y, out.elements(), shape,
                      steps_in(shape), steps_out(shape));
    }
  });
}

}  // namespace graphrun
