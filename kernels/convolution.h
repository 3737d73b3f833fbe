// What the convolution ops share: Conv2D, DepthwiseConv2dNative.

#pragma once

#include "kernels/onednn_convolution.h"
#include "runtime/kernel_context.h"

namespace graphrun {

// Convolves input 0 with the filter that is input 1: float32 by oneDNN, float16 as floats that are
// rounded once, float64 by loops.
void convolve(KernelContext& context, const ConvolutionShape& shape);

// No op moves its window over the batch or the channels. Throws ShapeFault.
void require_spatial_strides(const Attributes& attributes, const ImageAxes& axes);
void require_spatial_dilations(const Attributes& attributes, const ImageAxes& axes);

AttributeDef dilations_attribute();

}  // namespace graphrun
