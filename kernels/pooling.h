// What the pooling ops share: MaxPool, AvgPool.

#pragma once

#include <string_view>

#include "graph/work.h"
#include "kernels/onednn_pooling.h"
#include "runtime/kernel_context.h"

namespace graphrun {

// What a pooling node does to images of this shape. `op` is for messages. Throws ShapeFault.
PoolingShape pooling_shape(const Attributes& attributes, const Shape& images, std::string_view op);

// The shape rule, for images whose channels are not pooled. Throws ShapeFault.
void shape_of_pooling(ShapeContext& context, std::string_view op);

// One operation for each cell of each window.
Work work_of_pooling(const WorkContext& context);

// Output 0 is input 0 pooled, in the memory that they are in: the program's function is for host
// memory, the GPU module's for its device's. REQUIRES: output 0 has elements.
void pool_images(KernelContext& context, const PoolingShape& shape);

// The attribute `ksize`.
AttributeDef ksize_attribute();

}  // namespace graphrun
