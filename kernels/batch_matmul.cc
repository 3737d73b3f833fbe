// BatchMatMul: the products of two batches of matrices, either of which may be read transposed.

#include "kernels/batch_product.h"

namespace graphrun {

void add_batch_matmul(OpCatalog& ops) {
  OpDef op = batch_product_op(
      "BatchMatMul", "the products of two batches of matrices",
      [](ShapeContext& context) { shape_of_batch_product(context, /*broadcasts=*/false); });
  op.example = R"(# Two products of a row with a column.
nodes:
  - {op: Const, name: x, shape: [2, 1, 2], value: [1.0, 2.0, 3.0, 4.0]}
  - {op: Const, name: y, shape: [2, 2, 1], value: [5.0, 6.0, 7.0, 8.0]}
  - {op: BatchMatMul, name: products, inputs: [x, y]}
fetch: [products]
)";
  ops.add(std::move(op));
}

}  // namespace graphrun
