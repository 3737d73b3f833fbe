// BatchMatMulV2: BatchMatMul whose batches are broadcast as numpy does.

#include "kernels/batch_product.h"

namespace graphrun {

void add_batch_matmul_v2(OpCatalog& ops) {
  OpDef op = batch_product_op(
      "BatchMatMulV2", "the products of two batches of matrices, broadcast as numpy does",
      [](ShapeContext& context) { shape_of_batch_product(context, /*broadcasts=*/true); });
  op.example = R"(# Two matrices, each multiplied by the transpose of the same row.
nodes:
  - {op: Const, name: x, shape: [2, 2, 2], value: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]}
  - {op: Const, name: y, shape: [1, 2], value: [1.0, -1.0]}
  - {op: BatchMatMulV2, name: products, inputs: [x, y], adj_y: true}
fetch: [products]
)";
  ops.add(std::move(op));
}

}  // namespace graphrun
