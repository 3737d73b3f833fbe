// Convolutions of float32 images by oneDNN. A primitive is made for a shape and a number of threads
// and kept, with room for operands in the layouts that it works best in.

#pragma once

#include <cstdint>
#include <memory>

#include "kernels/windows.h"

namespace graphrun {

// Images are batch × height × width × channels, or batch × channels × height × width; the filter is
// rows × columns × (channels / groups) × output channels. Each group of output channels sees one
// group of channels: a depthwise convolution has as many groups as channels.
struct ConvolutionShape {
  std::int64_t batch = 0;
  std::int64_t channels = 0;
  std::int64_t output_channels = 0;
  std::int64_t groups = 1;
  bool channels_last = true;
  WindowAxis rows;
  WindowAxis columns;

  std::int64_t group_channels() const { return channels / groups; }
  std::int64_t group_output_channels() const { return output_channels / groups; }

  friend bool operator==(const ConvolutionShape&, const ConvolutionShape&) = default;
};

// One for each node; one thread at a time.
class OneDnnConvolution {
 public:
  OneDnnConvolution();
  ~OneDnnConvolution();

  // REQUIRES: nothing in `shape` is empty; `out` does not overlap the others.
  void convolve(const ConvolutionShape& shape, const float* images, const float* filter,
                float* out);

 private:
  struct Primitive;

  std::unique_ptr<Primitive> primitive_;
};

}  // namespace graphrun
