// MatMul, BatchMatMul and BatchMatMulV2 on GPUs.

#include "kernels/binary_elementwise.h"
#include "kernels/cuda_products.h"

namespace graphrun {
namespace {

// An empty sum is 0.
void clear(CudaDevice& device, const Tensor& tensor) {
  check(cudaMemsetAsync(tensor.data(), 0, tensor.bytes(), device.stream()));
}

const std::byte* at(const Tensor& tensor, std::int64_t element) {
  return static_cast<const std::byte*>(tensor.data()) +
         element * static_cast<std::int64_t>(bytes_per_element(tensor.dtype()));
}

void batch_product(KernelContext& context) {
  const Tensor& x = context.input(0);
  const Tensor& y = context.input(1);
  const Tensor& out = context.output();
  if (out.elements() == 0) return;
  CudaDevice& device = cuda_device(context);
  const auto batch_of = [](const Shape& shape) {
    return Shape(shape.extents().first(static_cast<std::size_t>(shape.rank() - 2)));
  };
  const auto from_end = [](const Shape& shape, int axis) { return shape[shape.rank() - axis]; };
  Products p{.rows = from_end(out.shape(), 2),
             .columns = from_end(out.shape(), 1),
             .transpose_a = context.attributes().boolean("adj_x"),
             .transpose_b = context.attributes().boolean("adj_y")};
  p.inner = from_end(x.shape(), p.transpose_a ? 2 : 1);
  if (p.inner == 0) return clear(device, out);
  const std::int64_t x_matrix = p.rows * p.inner;
  const std::int64_t y_matrix = p.inner * p.columns;
  const std::int64_t out_matrix = p.rows * p.columns;
  // The matrices along the innermost axis of the walk are one call.
  const BroadcastWalk walk(batch_of(x.shape()), batch_of(y.shape()), batch_of(out.shape()));
  const auto last = static_cast<std::size_t>(walk.axes - 1);
  p.count = walk.extent[last];
  p.a_step = walk.a_step[last] * x_matrix;
  p.b_step = walk.b_step[last] * y_matrix;
  if (p.b_step == 0 && p.a_step != 0 && !p.transpose_a) {  // all rows against one matrix
    p.rows *= p.count;
    p.count = 1;
    p.a_step = 0;
  }
  std::int64_t calls = 1;
  for (std::size_t axis = 0; axis < last; ++axis) calls *= walk.extent[axis];
  for (std::int64_t call = 0; call < calls; ++call) {
    const BroadcastRows row(walk, call);
    multiply(device, out.dtype(), p, at(x, row.a_at() * x_matrix), at(y, row.b_at() * y_matrix),
             const_cast<std::byte*>(at(out, call * walk.extent[last] * out_matrix)));
  }
}

}  // namespace

void matmul_cuda(KernelContext& context) {
  const Tensor& a = context.input(0);
  const Tensor& b = context.input(1);
  const Tensor& product = context.output();
  if (product.elements() == 0) return;
  CudaDevice& device = cuda_device(context);
  Products p{.rows = product.shape()[0],
             .columns = product.shape()[1],
             .transpose_a = context.attributes().boolean("transpose_a"),
             .transpose_b = context.attributes().boolean("transpose_b")};
  p.inner = a.shape()[p.transpose_a ? 0 : 1];
  if (p.inner == 0) return clear(device, product);
  multiply(device, product.dtype(), p, a.data(), b.data(), product.data());
}

void batch_matmul_cuda(KernelContext& context) { batch_product(context); }
void batch_matmul_v2_cuda(KernelContext& context) { batch_product(context); }

}  // namespace graphrun
