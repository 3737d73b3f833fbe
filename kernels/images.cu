// Pooling, batch normalisation and local response normalisation of images on GPUs. What they
// compute is said in the ops' own files.

#include <algorithm>

#include "kernels/cuda_arithmetic.cuh"
#include "kernels/cuda_combine.cuh"
#include "kernels/cuda_types.h"
#include "kernels/pooling.h"
#include "kernels/windows.h"

namespace graphrun {
namespace {

// TensorFlow starts from the lowest finite number and takes what is larger: NaN never is.
template <typename T>
__device__ inline Operand<T> lowest() {
  if constexpr (std::is_same_v<T, Half>) {
    return -65504.0F;
  } else {
    return std::numeric_limits<T>::lowest();
  }
}

// A thread an element of the result.
template <typename T>
__global__ void pool(const T* images, T* out, std::int64_t elements, PoolingShape shape) {
  const WindowAxis& rows = shape.rows;
  const WindowAxis& columns = shape.columns;
  const std::int64_t inner = shape.channels_last ? shape.channels : 1;
  if (const std::int64_t i = thread_number(); i < elements) {
    const std::int64_t channel = i % inner;
    std::int64_t rest = i / inner;
    const std::int64_t column = rest % columns.output;
    rest /= columns.output;
    const std::int64_t row = rest % rows.output;
    const std::int64_t image = rest / rows.output;  // and with channels first, times the channel
    const T* const from = images + image * rows.input * columns.input * inner + channel;
    const std::int64_t top = row * rows.stride - rows.before;
    const std::int64_t left = column * columns.stride - columns.before;
    const std::int64_t end_y = min(rows.input, top + rows.size);
    const std::int64_t end_x = min(columns.input, left + columns.size);
    const std::int64_t first_y = max(std::int64_t{0}, top);
    const std::int64_t first_x = max(std::int64_t{0}, left);
    const bool is_mean = shape.pooling == Pooling::average;
    Operand<T> value = is_mean ? Operand<T>(0) : lowest<T>();
    for (std::int64_t y = first_y; y < end_y; ++y) {
      for (std::int64_t x = first_x; x < end_x; ++x) {
        const Operand<T> cell = widened(from[(y * columns.input + x) * inner]);
        value = is_mean ? value + cell : (value < cell ? cell : value);
      }
    }
    if (is_mean) value /= static_cast<Operand<T>>((end_y - first_y) * (end_x - first_x));
    out[i] = narrowed<T>(value);
  }
}

// Images as the normalisations see them: element (outer, channel, inner) lies at
// (outer * channels + channel) * inner_size + inner.
struct ChannelShape {
  std::int64_t outer = 1;
  std::int64_t channels = 1;
  std::int64_t inner = 1;

  __device__ std::int64_t samples() const { return outer * inner; }
};

struct Plus {
  __device__ double operator()(double a, double b) const { return a + b; }
};

// A block a channel: its mean, and the mean of the squares of what is left without it.
__global__ void measure_channels(const float* x, float* mean, float* variance, ChannelShape shape) {
  for (std::int64_t channel = blockIdx.x; channel < shape.channels; channel += gridDim.x) {
    const auto element = [&](std::int64_t i) {
      const std::int64_t outer = i / shape.inner;
      return x[(outer * shape.channels + channel) * shape.inner + i - outer * shape.inner];
    };
    const std::int64_t samples = shape.samples();
    double sum = 0;
    for (std::int64_t i = threadIdx.x; i < samples; i += blockDim.x) {
      sum += static_cast<double>(element(i));
    }
    const double center = block_combined(sum, 0.0, Plus{}) / static_cast<double>(samples);
    double squares = 0;
    for (std::int64_t i = threadIdx.x; i < samples; i += blockDim.x) {
      const double apart = static_cast<double>(element(i)) - center;
      squares += apart * apart;
    }
    squares = block_combined(squares, 0.0, Plus{});
    if (threadIdx.x == 0) {
      mean[channel] = static_cast<float>(center);
      variance[channel] = static_cast<float>(squares / static_cast<double>(samples));
    }
  }
}

// The same where the channels are the innermost axis: 32 of them a block, so that neighbouring
// threads read neighbouring elements.
__global__ void measure_inner_channels(const float* x, float* mean, float* variance,
                                       ChannelShape shape) {
  __shared__ double sums[kWarpsPerBlock][kWarp];
  const auto lane = static_cast<int>(threadIdx.x) % kWarp;
  const auto row = static_cast<int>(threadIdx.x) / kWarp;
  const std::int64_t tiles = (shape.channels + kWarp - 1) / kWarp;
  for (std::int64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const std::int64_t channel = tile * kWarp + lane;
    const bool is_one = channel < shape.channels;
    const auto total = [&](double sum) {
      __syncthreads();  // before what was there is overwritten
      sums[row][lane] = sum;
      __syncthreads();
      double all = 0;
      for (int r = 0; r < kWarpsPerBlock; ++r) all += sums[r][lane];
      return all;
    };
    double sum = 0;
    for (std::int64_t i = row; is_one && i < shape.outer; i += kWarpsPerBlock) {
      sum += static_cast<double>(x[i * shape.channels + channel]);
    }
    const double center = total(sum) / static_cast<double>(shape.outer);
    double squares = 0;
    for (std::int64_t i = row; is_one && i < shape.outer; i += kWarpsPerBlock) {
      const double apart = static_cast<double>(x[i * shape.channels + channel]) - center;
      squares += apart * apart;
    }
    squares = total(squares);
    if (row == 0 && is_one) {
      mean[channel] = static_cast<float>(center);
      variance[channel] = static_cast<float>(squares / static_cast<double>(shape.outer));
    }
  }
}

__global__ void normalize_channels(const float* x, const float* scale, const float* offset,
                                   const float* mean, const float* variance, float* y,
                                   std::int64_t elements, ChannelShape shape, float epsilon) {
  if (const std::int64_t i = thread_number(); i < elements) {
    const std::int64_t channel = i / shape.inner % shape.channels;
    const float factor = scale[channel] / sqrtf(variance[channel] + epsilon);
    y[i] = (x[i] - mean[channel]) * factor + offset[channel];
  }
}

__global__ void scale_all(const float* x, float* y, std::int64_t elements, float factor) {
  if (const std::int64_t i = thread_number(); i < elements) y[i] = x[i] * factor;
}

__global__ void set_all(float* to, std::int64_t elements, float value) {
  if (const std::int64_t i = thread_number(); i < elements) to[i] = value;
}

struct Response {
  std::int64_t radius = 0;
  float bias = 0;
  float alpha = 0;
  float beta = 0;
};

__global__ void normalize_responses(const float* x, float* y, std::int64_t elements,
                                    std::int64_t channels, Response settings) {
  if (const std::int64_t i = thread_number(); i < elements) {
    const std::int64_t channel = i % channels;
    const float* const pixel = x + i - channel;
    const std::int64_t first = max(std::int64_t{0}, channel - settings.radius);
    const std::int64_t last = min(channels - 1, channel + settings.radius);
    float squares = 0;
    for (std::int64_t c = first; c <= last; ++c) squares += pixel[c] * pixel[c];
    y[i] = x[i] * powf(settings.bias + settings.alpha * squares, -settings.beta);
  }
}

void copy(CudaDevice& device, const Tensor& from, const Tensor& to) {
  check(cudaMemcpyAsync(to.data(), from.data(), to.bytes(), cudaMemcpyDeviceToDevice,
                        device.stream()));
}

void require_empty(const Tensor& given, const char* name) {
  if (given.shape()[0] == 0) return;
  KernelContext::invalid(std::string(name) + " must be empty for training" +
                         to_string(given.shape()));
}

}  // namespace

// max_pool.cc and avg_pool.cc call it.
void pool_images(KernelContext& context, const PoolingShape& shape) {
  const Tensor& images = context.input(0);
  const Tensor& out = context.output();
  CudaDevice& device = cuda_device(context);
  CudaFloats::visit(out.dtype(), [&]<typename T>(std::type_identity<T>) {
    launch_per_item(device, out.elements(), pool<T>, static_cast<const T*>(images.data()),
                    static_cast<T*>(out.data()), out.elements(), shape);
  });
}

void fused_batch_norm_cuda(KernelContext& context) {
  const Attributes& attributes = context.attributes();
  const bool is_training = attributes.boolean("is_training");
  if (is_training) {
    require_empty(context.input(3), "estimated_mean");
    require_empty(context.input(4), "estimated_variance");
  }
  const Tensor& images = context.input(0);
  const Tensor& y = context.output(0);
  const Tensor& batch_mean = context.output(1);
  const Tensor& batch_variance = context.output(2);
  const Tensor& mean = context.output(3);  // what a gradient would read
  const Tensor& variance = context.output(4);
  CudaDevice& device = cuda_device(context);
  const auto floats = [](const Tensor& tensor) { return static_cast<float*>(tensor.data()); };
  const std::int64_t channels = mean.elements();
  if (images.elements() == 0) {
    const float unknown = std::numeric_limits<float>::quiet_NaN();
    launch_per_item(device, channels, set_all, floats(batch_mean), channels, unknown);
    launch_per_item(device, channels, set_all, floats(batch_variance), channels, unknown);
    launch_per_item(device, channels, set_all, floats(mean), channels, 0.0F);
    launch_per_item(device, channels, set_all, floats(variance), channels, 0.0F);
    return;
  }
  const ImageAxes axes = image_axes(attributes);
  const Shape& extents = images.shape();
  const std::int64_t pixels = extents[axes.height] * extents[axes.width];
  const ChannelShape shape =
      axes.channels_last()
          ? ChannelShape{.outer = extents[axes.batch] * pixels, .channels = channels}
          : ChannelShape{.outer = extents[axes.batch], .channels = channels, .inner = pixels};
  const auto* x = static_cast<const float*>(images.data());
  if (!is_training) {
    copy(device, context.input(3), mean);
    copy(device, context.input(4), variance);
  } else if (shape.inner == 1) {
    launch_blocks(device, (channels + kWarp - 1) / kWarp, kThreadsPerBlock, measure_inner_channels,
                  x, floats(mean), floats(variance), shape);
  } else {
    launch_blocks(device, channels, kThreadsPerBlock, measure_channels, x, floats(mean),
                  floats(variance), shape);
  }
  launch_per_item(device, images.elements(), normalize_channels, x,
                  static_cast<const float*>(context.input(1).data()),
                  static_cast<const float*>(context.input(2).data()),
                  static_cast<const float*>(mean.data()),
                  static_cast<const float*>(variance.data()), floats(y), images.elements(), shape,
                  static_cast<float>(attributes.number("epsilon")));
  copy(device, mean, batch_mean);
  // What running averages are made of is the estimate from a sample.
  const std::int64_t samples = images.elements() / channels;
  const float correction =
      is_training
          ? static_cast<float>(samples) / static_cast<float>(std::max<std::int64_t>(samples - 1, 1))
          : 1.0F;
  launch_per_item(device, channels, scale_all, static_cast<const float*>(variance.data()),
                  floats(batch_variance), channels, correction);
}

void lrn_cuda(KernelContext& context) {
  const Attributes& attributes = context.attributes();
  const Response settings{.radius = attributes.integer("depth_radius"),
                          .bias = static_cast<float>(attributes.number("bias")),
                          .alpha = static_cast<float>(attributes.number("alpha")),
                          .beta = static_cast<float>(attributes.number("beta"))};
  const Tensor& images = context.input(0);
  const Tensor& out = context.output();
  if (out.elements() == 0) return;
  launch_per_item(cuda_device(context), out.elements(), normalize_responses,
                  static_cast<const float*>(images.data()), static_cast<float*>(out.data()),
                  out.elements(), images.shape()[3], settings);
}

}  // namespace graphrun
