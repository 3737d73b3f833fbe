// What the convolution ops share: Conv2D, DepthwiseConv2dNative.

#pragma once

#include <string_view>

#include "kernels/onednn_convolution.h"
#include "runtime/kernel_context.h"

namespace graphrun {

// Convolves input 0 with the filter that is input 1: float32 by oneDNN, float16 as floats that are
// rounded once, float64 by loops.
void convolve(KernelContext& context, const ConvolutionShape& shape);

// The windows of an op's strides, padding and dilations over `images`. Throws ShapeFault.
Windows convolution_windows(const Attributes& attributes, const Shape& images, const Shape& filter,
                            std::string_view op);

// Inputs 0 and 1 as images and a filter, but for the output's channels and the groups.
ConvolutionShape convolution_shape(KernelContext& context, std::string_view op);

// No op moves its window over the batch or the channels. Throws ShapeFault.
void require_spatial_strides(const Attributes& attributes, const ImageAxes& axes);
void require_spatial_dilations(const Attributes& attributes, const ImageAxes& axes);

AttributeDef dilations_attribute();

}  // namespace graphrun
