// Shape: the extents of a tensor.

#include "graph/work.h"
#include "kernels/index_values.h"
#include "kernels/metadata_op.h"

namespace graphrun {
namespace {

void infer(ShapeContext& context) {
  const Shape& input = context.input(0);
  context.set_output(0, Shape{input.has_rank() ? input.rank() : Shape::kUnknown});
}

void shape_cpu(KernelContext& context) {
  const Shape& shape = context.input(0).shape();
  const Tensor& output = context.output();
  for (int axis = 0; axis < shape.rank(); ++axis) {
    if (output.dtype() == DType::int32) {
      static_cast<std::int32_t*>(output.data())[axis] = static_cast<std::int32_t>(shape[axis]);
    } else {
      static_cast<std::int64_t*>(output.data())[axis] = shape[axis];
    }
  }
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: x, value: [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]}
  - {op: Shape, name: y, inputs: [x]}
fetch: [y]
)";

}  // namespace

void add_shape(OpCatalog& ops) {
  OpDef op = metadata_op("Shape", "the extents of a tensor", true);
  op.infer_shapes = infer;
  op.work = passes_on;
  op.kernels.front().run = shape_cpu;
  op.example = kExample;
  ops.add(std::move(op));
}

}  // namespace graphrun
