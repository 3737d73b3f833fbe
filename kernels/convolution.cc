#include "kernels/convolution.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "kernels/as_floats.h"
#include "runtime/compute_share.h"
#include "runtime/parallel_for.h"

namespace graphrun {
namespace {

struct ConvolutionState final : KernelState {
  OneDnnConvolution convolution;
};

// Steps between neighbours along the axes of a tensor of images.
struct ImageSteps {
  ImageSteps(bool channels_last, std::int64_t channels, std::int64_t height, std::int64_t width)
      : image(channels * height * width),
        row(channels_last ? width * channels : width),
        column(channels_last ? channels : 1),
        channel(channels_last ? 1 : height * width) {}

  std::int64_t image;
  std::int64_t row;
  std::int64_t column;
  std::int64_t channel;
};

// One row of one output image. The innermost loop runs over the output channels of a group, which
// lie side by side in the filter.
class RowConvolution {
 public:
  RowConvolution(const ConvolutionShape& shape, const double* images, const double* filter,
                 double* out)
      : shape_(shape),
        images_(images),
        filter_(filter),
        out_(out),
        in_(shape.channels_last, shape.channels, shape.rows.input, shape.columns.input),
        to_(shape.channels_last, shape.output_channels, shape.rows.output, shape.columns.output),
        sums_(static_cast<std::size_t>(shape.group_output_channels())) {}

  void operator()(std::int64_t image, std::int64_t row) {
    for (std::int64_t column = 0; column < shape_.columns.output; ++column) {
      for (std::int64_t group = 0; group < shape_.groups; ++group) {
        sum_window(image, row, column, group);
        double* to = out_ + image * to_.image + row * to_.row + column * to_.column +
                     group * shape_.group_output_channels() * to_.channel;
        for (std::size_t o = 0; o < sums_.size(); ++o) {
          to[static_cast<std::int64_t>(o) * to_.channel] = sums_[o];
        }
      }
    }
  }

 private:
  void sum_window(std::int64_t image, std::int64_t row, std::int64_t column, std::int64_t group) {
    std::ranges::fill(sums_, 0.0);
    const std::int64_t group_channels = shape_.group_channels();
    for (std::int64_t r = 0; r < shape_.rows.size; ++r) {
      const std::int64_t y =
          row * shape_.rows.stride + r * shape_.rows.dilation - shape_.rows.before;
      if (y < 0 || y >= shape_.rows.input) continue;
      for (std::int64_t c = 0; c < shape_.columns.size; ++c) {
        const std::int64_t x =
            column * shape_.columns.stride + c * shape_.columns.dilation - shape_.columns.before;
        if (x < 0 || x >= shape_.columns.input) continue;
        const double* from = images_ + image * in_.image + y * in_.row + x * in_.column +
                             group * group_channels * in_.channel;
        const double* taps =
            filter_ + (r * shape_.columns.size + c) * group_channels * shape_.output_channels +
            group * shape_.group_output_channels();
        for (std::int64_t k = 0; k < group_channels; ++k) {
          add_scaled(taps + k * shape_.output_channels, from[k * in_.channel]);
        }
      }
    }
  }

  void add_scaled(const double* taps, double scale) {
    for (std::size_t o = 0; o < sums_.size(); ++o) sums_[o] += taps[o] * scale;
  }

  const ConvolutionShape& shape_;
  const double* images_;
  const double* filter_;
  double* out_;
  ImageSteps in_;
  ImageSteps to_;
  std::vector<double> sums_;
};

void plain_convolution(const ConvolutionShape& shape, const double* images, const double* filter,
                       double* out) {
  const ComputeShare share;
  parallel_for(shape.batch * shape.rows.output, 1, [&](std::int64_t first, std::int64_t end) {
    RowConvolution convolve_row(shape, images, filter, out);
    for (std::int64_t i = first; i < end; ++i) {
      convolve_row(i / shape.rows.output, i % shape.rows.output);
    }
  });
}

}  // namespace

void convolve(KernelContext& context, const ConvolutionShape& shape) {
  const Tensor& images = context.input(0);
  const Tensor& filter = context.input(1);
  const Tensor& out = context.output();
  if (out.elements() == 0) return;
  if (images.elements() == 0 || filter.elements() == 0) {  // empty sums
    std::memset(out.data(), 0, out.bytes());
    return;
  }
  const auto primitive = [&]() -> OneDnnConvolution& {
    return context.state<ConvolutionState>([] { return std::make_unique<ConvolutionState>(); })
        .convolution;
  };
  switch (out.dtype()) {
    case DType::float32:
      primitive().convolve(shape, static_cast<const float*>(images.data()),
                           static_cast<const float*>(filter.data()),
                           static_cast<float*>(out.data()));
      return;
    case DType::float64:
      plain_convolution(shape, static_cast<const double*>(images.data()),
                        static_cast<const double*>(filter.data()),
                        static_cast<double*>(out.data()));
      return;
    default: {
      const HostTensor x = as_floats(images);
      const HostTensor w = as_floats(filter);
      HostTensor y(DType::float32, out.shape());
      primitive().convolve(shape, x.as<float>().data(), w.as<float>().data(),
                           y.as_mutable<float>().data());
      round_floats(y, out);
    }
  }
}

}  // namespace graphrun
