// MatMul: the product of two matrices, either of which may be read transposed.

#include <cstring>

#include "graph/shape_rules.h"
#include "graph/work.h"
#include "kernels/dense/dense_algebra.h"
#include "kernels/for_dtype.h"
#include "kernels/onednn_product.h"
#include "runtime/compute_share.h"
#include "runtime/kernel_context.h"

namespace graphrun {
namespace {

HostTensor as_floats(const Tensor& tensor) {
  HostTensor floats(DType::float32, tensor.shape());
  const auto to = floats.as_mutable<float>();
  for_number_type(tensor.dtype(), [&]<typename T>(std::type_identity<T>) {
    const auto from = tensor.as<const T>();
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = static_cast<float>(from[i]);
  });
  return floats;
}

// 16-bit types are multiplied and summed as floats and rounded once at the end.
template <typename T>
void rounded_product(OneDnnProduct& primitive, const ProductShape& shape, const Tensor& a,
                     const Tensor& b, const Tensor& product) {
  const HostTensor x = as_floats(a);
  const HostTensor y = as_floats(b);
  HostTensor z(DType::float32, product.shape());
  primitive.multiply(shape, static_cast<const float*>(x.data()),
                     static_cast<const float*>(y.data()), static_cast<float*>(z.mutable_data()));
  const auto from = z.as<float>();
  const auto to = product.as<T>();
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = T(from[i]);
}

// The product of types that oneDNN does not multiply.
template <typename A, typename Multiply>
void dense_product(const Multiply& multiply, const ProductShape& shape, const Tensor& a,
                   const Tensor& b, const Tensor& product) {
  const ComputeShare share(ComputeShare::Use::all_cores);
  multiply(shape, static_cast<const A*>(a.data()), static_cast<const A*>(b.data()),
           static_cast<A*>(product.data()), share.threads());
}

struct MatMulState final : KernelState {
  OneDnnProduct product;
};

void matmul_cpu(KernelContext& context) {
  const Tensor& a = context.input(0);
  const Tensor& b = context.input(1);
  const bool transpose_a = context.attributes().boolean("transpose_a");
  const bool transpose_b = context.attributes().boolean("transpose_b");
  const Tensor& product = context.output();
  if (product.elements() == 0) return;
  if (a.elements() == 0) {  // an empty sum
    std::memset(product.data(), 0, product.bytes());
    return;
  }
  const ProductShape shape{.rows = product.shape()[0],
                           .inner = a.shape()[transpose_a ? 0 : 1],
                           .columns = product.shape()[1],
                           .transpose_a = transpose_a,
                           .transpose_b = transpose_b};
  const auto primitive = [&]() -> OneDnnProduct& {
    return context.state<MatMulState>([] { return std::make_unique<MatMulState>(); }).product;
  };
  switch (context.type()) {
    case DType::float32:
      primitive().multiply(shape, static_cast<const float*>(a.data()),
                           static_cast<const float*>(b.data()),
                           static_cast<float*>(product.data()));
      return;
    case DType::float16: return rounded_product<Half>(primitive(), shape, a, b, product);
    case DType::bfloat16: return rounded_product<BFloat16>(primitive(), shape, a, b, product);
    case DType::float64:
      return dense_product<double>(dense_algebra().multiply_f64, shape, a, b, product);
    case DType::int32:
      return dense_product<std::uint32_t>(dense_algebra().multiply_u32, shape, a, b, product);
    default:
      return dense_product<std::uint64_t>(dense_algebra().multiply_u64, shape, a, b, product);
  }
}

void require_matrix(const Shape& shape) {
  if (!shape.has_rank() || shape.rank() == 2) return;
  throw ShapeFault{"Shape must be rank 2 but is rank " + std::to_string(shape.rank())};
}

void shape_of_product(ShapeContext& context) {
  const Shape& a = context.input(0);
  const Shape& b = context.input(1);
  require_matrix(a);
  require_matrix(b);
  const bool transpose_a = context.attributes().boolean("transpose_a");
  const bool transpose_b = context.attributes().boolean("transpose_b");
  const auto extent = [](const Shape& shape, int axis) {
    return shape.has_rank() ? shape[axis] : Shape::kUnknown;
  };
  merged_extent(extent(a, transpose_a ? 0 : 1), extent(b, transpose_b ? 1 : 0));
  context.set_output(0, {extent(a, transpose_a ? 1 : 0), extent(b, transpose_b ? 0 : 1)});
}

constexpr DTypes kTypes = kFloatTypes | DTypes{DType::int32, DType::int64};

Work work_of_product(const WorkContext& context) {
  const Shape& a = context.input(0).shape;
  const auto inner = static_cast<double>(a[context.attributes().boolean("transpose_a") ? 0 : 1]);
  return computes(context, 2 * inner * context.output().elements());
}

}  // namespace

void add_matmul(OpCatalog& ops) {
  ops.add(
      {.name = "MatMul",
       .summary = "the product of two matrices",
       .inputs = {ArgDef::typed("a"), ArgDef::typed("b")},
       .outputs = {ArgDef::typed("product")},
       .type_attributes = {{.name = "T", .allowed = kTypes}},
       .attributes = {{.name = "transpose_a", .kind = AttributeKind::boolean, .otherwise = false},
                      {.name = "transpose_b", .kind = AttributeKind::boolean, .otherwise = false}},
       .infer_shapes = shape_of_product,
       .work = work_of_product,
       .kernels = {{.device = DeviceType::cpu, .types = {kTypes}, .run = matmul_cpu},
                   {.device = DeviceType::gpu, .types = {kFloatTypes}}},
       .example = R"(nodes:
  - {op: Const, name: a, value: [[1.0, 2.0], [3.0, 4.0]]}
  - {op: Const, name: b, value: [[1.0, 1.0]]}
  - {op: MatMul, name: c, inputs: [a, b], transpose_b: true}
fetch: [c]
)"});
}

}  // namespace graphrun
