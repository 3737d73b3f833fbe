#include "kernels/onednn_batch_product.h"

#include "kernels/onednn_engine.h"
#include "runtime/compute_share.h"

namespace graphrun {
namespace {

using Dims = dnnl::memory::dims;

// As for a single product: from here on it divides well over the cores.
constexpr double kLargeProduct = 512.0 * 512.0 * 512.0;

ComputeShare::Use use_for(const BatchProductShape& shape) {
  const double multiplications =
      static_cast<double>(shape.batch) * static_cast<double>(shape.rows) *
      static_cast<double>(shape.inner) * static_cast<double>(shape.columns);
  return multiplications >= kLargeProduct ? ComputeShare::Use::all_cores
                                          : ComputeShare::Use::some_cores;
}

dnnl::memory::desc matrices(std::int64_t batch, std::int64_t rows, std::int64_t columns,
                            bool transposed) {
  const Dims strides =
      transposed ? Dims{rows * columns, 1, rows} : Dims{rows * columns, columns, 1};
  return {{batch, rows, columns}, dnnl::memory::data_type::f32, strides};
}

dnnl::matmul::primitive_desc describe(const BatchProductShape& shape) {
  return {
      dnnl::matmul::desc(
          matrices(shape.one_x ? 1 : shape.batch, shape.rows, shape.inner, shape.transpose_x),
          matrices(shape.one_y ? 1 : shape.batch, shape.inner, shape.columns, shape.transpose_y),
          matrices(shape.batch, shape.rows, shape.columns, false)),
      onednn_attributes(), onednn_engine()};
}

}  // namespace

struct OneDnnBatchProduct::Primitive {
  Primitive(const BatchProductShape& wanted, int wanted_threads)
      : Primitive(wanted, wanted_threads, describe(wanted)) {}

  Primitive(const BatchProductShape& wanted, int wanted_threads,
            const dnnl::matmul::primitive_desc& chosen)
      : shape(wanted),
        threads(wanted_threads),
        x(chosen.src_desc(), onednn_engine(), nullptr),
        y(chosen.weights_desc(), onednn_engine(), nullptr),
        products(chosen.dst_desc(), onednn_engine(), nullptr),
        scratchpad(scratchpad_for(chosen)),
        primitive(chosen) {}

  BatchProductShape shape;
  int threads;  // part of how the work is divided
  dnnl::memory x;
  dnnl::memory y;
  dnnl::memory products;
  dnnl::memory scratchpad;
  dnnl::matmul primitive;
};

OneDnnBatchProduct::OneDnnBatchProduct() = default;
OneDnnBatchProduct::~OneDnnBatchProduct() = default;

void OneDnnBatchProduct::multiply(const BatchProductShape& shape, const float* x, const float* y,
                                  float* products) {
  const ComputeShare share(use_for(shape));
  with_onednn("multiply", [&] {
    if (primitive_ == nullptr || primitive_->shape != shape ||
        primitive_->threads != share.threads()) {
      primitive_ = std::make_unique<Primitive>(shape, share.threads());
    }
    primitive_->x.set_data_handle(const_cast<float*>(x));
    primitive_->y.set_data_handle(const_cast<float*>(y));
    primitive_->products.set_data_handle(products);
    primitive_->primitive.execute(onednn_stream(), {{DNNL_ARG_SRC, primitive_->x},
                                                    {DNNL_ARG_WEIGHTS, primitive_->y},
                                                    {DNNL_ARG_DST, primitive_->products},
                                                    {DNNL_ARG_SCRATCHPAD, primitive_->scratchpad}});
    onednn_stream().wait();
  });
}

}  // namespace graphrun
