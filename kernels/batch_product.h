// What BatchMatMul and BatchMatMulV2 share: products of the matrices in the last two axes of two
// tensors, whose other axes are broadcast as numpy does.

#pragma once

#include <string>

#include "graph/op_catalog.h"

namespace graphrun {

// The row of such an op; `infer_shapes` is shape_of_batch_product with or without broadcasting.
OpDef batch_product_op(std::string name, std::string summary, ShapeRule infer_shapes);

// One output, the products. Without broadcasting the other axes must be equal. Throws ShapeFault.
void shape_of_batch_product(ShapeContext& context, bool broadcasts);

}  // namespace graphrun
