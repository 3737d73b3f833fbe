#include "kernels/batch_product.h"

#include <cstring>
#include <vector>

#include "graph/shape_rules.h"
#include "graph/work.h"
#include "kernels/as_floats.h"
#include "kernels/binary_elementwise.h"
#include "kernels/dense/dense_algebra.h"
#include "kernels/onednn_product.h"
#include "kernels/windows.h"

namespace graphrun {
namespace {

struct BatchProductState final : KernelState {
  OneDnnProduct product;
};

// The axes before the last two.
Shape batch_of(const Shape& shape) {
  return Shape(shape.extents().first(static_cast<std::size_t>(shape.rank() - 2)));
}

std::int64_t last(const Shape& shape, int from_end) { return shape[shape.rank() - from_end]; }

// Calls product(i, x, y) for each matrix i of the result, in order, with the matrices of the
// operands that it is the product of; those of the innermost axis of the walk together, as their
// first.
template <typename Product>
void for_each_innermost_axis(const BroadcastWalk& walk, const Product& product) {
  const int last_axis = walk.axes - 1;
  std::int64_t calls = 1;
  for (int axis = 0; axis < last_axis; ++axis) calls *= walk.extent[static_cast<std::size_t>(axis)];
  for (std::int64_t call = 0; call < calls; ++call) {
    std::int64_t x = 0;
    std::int64_t y = 0;
    std::int64_t rest = call;
    for (int axis = last_axis - 1; axis >= 0; --axis) {
      const auto i = static_cast<std::size_t>(axis);
      x += rest % walk.extent[i] * walk.a_step[i];
      y += rest % walk.extent[i] * walk.b_step[i];
      rest /= walk.extent[i];
    }
    product(call * walk.extent[static_cast<std::size_t>(last_axis)], x, y);
  }
}

void multiply_floats(OneDnnProduct& primitive, ProductShape shape, const BroadcastWalk& walk,
                     const float* x, const float* y, float* out) {
  const std::int64_t x_matrix = shape.rows * shape.inner;
  const std::int64_t y_matrix = shape.inner * shape.columns;
  const std::int64_t out_matrix = shape.rows * shape.columns;
  const auto innermost = static_cast<std::size_t>(walk.axes - 1);
  shape.batch = walk.extent[innermost];
  shape.one_a = walk.a_step[innermost] == 0;
  shape.one_b = walk.b_step[innermost] == 0;
  if (shape.one_b && !shape.one_a && !shape.transpose_a) {  // all rows against one matrix
    shape.rows *= shape.batch;
    shape.batch = 1;
  }
  if (shape.batch == 1) shape.one_a = shape.one_b = false;
  for_each_innermost_axis(walk, [&](std::int64_t i, std::int64_t x_at, std::int64_t y_at) {
    primitive.multiply(shape, x + x_at * x_matrix, y + y_at * y_matrix, out + i * out_matrix);
  });
}

// The products of types that oneDNN does not multiply: side by side where there are many.
template <typename A, typename Multiply>
void multiply_densely(const Multiply& multiply, const ProductShape& shape,
                      const BroadcastWalk& walk, const Tensor& x, const Tensor& y,
                      const Tensor& out) {
  const auto innermost = static_cast<std::size_t>(walk.axes - 1);
  const ComputeShare share;
  for_each_innermost_axis(walk, [&](std::int64_t first, std::int64_t x_at, std::int64_t y_at) {
    const std::int64_t products = walk.extent[innermost];
    const auto multiply_some = [&](std::int64_t begin, std::int64_t end, int threads) {
      for (std::int64_t i = begin; i < end; ++i) {
        multiply(shape,
                 static_cast<const A*>(x.data()) +
                     (x_at + i * walk.a_step[innermost]) * shape.rows * shape.inner,
                 static_cast<const A*>(y.data()) +
                     (y_at + i * walk.b_step[innermost]) * shape.inner * shape.columns,
                 static_cast<A*>(out.data()) + (first + i) * shape.rows * shape.columns, threads);
      }
    };
    if (products < share.threads()) {
      multiply_some(0, products, share.threads());
    } else {
      constexpr std::int64_t kGrain = 64 * 1024;  // multiplications
      const std::int64_t each = shape.rows * shape.inner * shape.columns;
      parallel_for(products, std::max<std::int64_t>(1, kGrain / std::max<std::int64_t>(1, each)),
                   [&](std::int64_t begin, std::int64_t end) { multiply_some(begin, end, 1); });
    }
  });
}

void batch_product_cpu(KernelContext& context) {
  const Tensor& x = context.input(0);
  const Tensor& y = context.input(1);
  const Tensor& out = context.output();
  if (out.elements() == 0) return;
  if (x.elements() == 0 || y.elements() == 0) {  // empty sums
    std::memset(out.data(), 0, out.bytes());
    return;
  }
  ProductShape shape{.rows = last(out.shape(), 2),
                     .columns = last(out.shape(), 1),
                     .transpose_a = context.attributes().boolean("adj_x"),
                     .transpose_b = context.attributes().boolean("adj_y")};
  shape.inner = last(x.shape(), shape.transpose_a ? 2 : 1);
  const BroadcastWalk walk(batch_of(x.shape()), batch_of(y.shape()), batch_of(out.shape()));
  const auto primitive = [&]() -> OneDnnProduct& {
    return context.state<BatchProductState>([] { return std::make_unique<BatchProductState>(); })
        .product;
  };
  switch (out.dtype()) {
    case DType::float32:
      return multiply_floats(primitive(), shape, walk, static_cast<const float*>(x.data()),
                             static_cast<const float*>(y.data()), static_cast<float*>(out.data()));
    case DType::float64:
      return multiply_densely<double>(dense_algebra().multiply_f64, shape, walk, x, y, out);
    case DType::int32:
      return multiply_densely<std::uint32_t>(dense_algebra().multiply_u32, shape, walk, x, y, out);
    case DType::int64:
      return multiply_densely<std::uint64_t>(dense_algebra().multiply_u64, shape, walk, x, y, out);
    default: {  // summed as floats and rounded once
      const HostTensor a = as_floats(x);
      const HostTensor b = as_floats(y);
      HostTensor c(DType::float32, out.shape());
      multiply_floats(primitive(), shape, walk, a.as<float>().data(), b.as<float>().data(),
                      c.as_mutable<float>().data());
      round_floats(c, out);
    }
  }
}

Work work_of_products(const WorkContext& context) {
  const Shape& x = context.input(0).shape;
  const auto inner = static_cast<double>(last(x, context.attributes().boolean("adj_x") ? 2 : 1));
  return computes(context, 2 * inner * context.output().elements());
}

}  // namespace

void shape_of_batch_product(ShapeContext& context, bool broadcasts) {
  const Shape& x = context.input(0);
  const Shape& y = context.input(1);
  require_rank_at_least(x, 2);
  require_rank_at_least(y, 2);
  const bool adj_x = context.attributes().boolean("adj_x");
  const bool adj_y = context.attributes().boolean("adj_y");
  const auto extent = [](const Shape& shape, int from_end) {
    return shape.has_rank() ? last(shape, from_end) : Shape::kUnknown;
  };
  merged_extent(extent(x, adj_x ? 2 : 1), extent(y, adj_y ? 1 : 2));
  const Shape x_batch = x.has_rank() ? batch_of(x) : Shape::of_unknown_rank();
  const Shape y_batch = y.has_rank() ? batch_of(y) : Shape::of_unknown_rank();
  const Shape batch =
      broadcasts ? broadcast_shape(x_batch, y_batch) : merged_shape(x_batch, y_batch);
  if (!batch.has_rank()) {
    context.set_output(0, Shape::of_unknown_rank());
    return;
  }
  std::vector<std::int64_t> extents(batch.extents().begin(), batch.extents().end());
  extents.push_back(extent(x, adj_x ? 1 : 2));
  extents.push_back(extent(y, adj_y ? 2 : 1));
  context.set_output(0, Shape(std::span<const std::int64_t>(extents)));
}

OpDef batch_product_op(std::string name, std::string summary, ShapeRule infer_shapes) {
  constexpr DTypes kTypes = kFloatTypes | DTypes{DType::int32, DType::int64};
  constexpr DTypes kOnCpu = {DType::float16, DType::float32, DType::float64, DType::int32,
                             DType::int64};
  constexpr DTypes kOnGpu = {DType::float16, DType::float32, DType::float64};
  return {.name = std::move(name),
          .summary = std::move(summary),
          .inputs = {ArgDef::typed("x"), ArgDef::typed("y")},
          .outputs = {ArgDef::typed("output")},
          .type_attributes = {{.name = "T", .allowed = kTypes}},
          .attributes = {{.name = "adj_x", .kind = AttributeKind::boolean, .otherwise = false},
                         {.name = "adj_y", .kind = AttributeKind::boolean, .otherwise = false}},
          .infer_shapes = infer_shapes,
          .work = work_of_products,
          .kernels = {{.device = DeviceType::cpu, .types = {kOnCpu}, .run = batch_product_cpu},
                      {.device = DeviceType::gpu, .types = {kOnGpu}}}};
}

}  // namespace graphrun
