#include "kernels/onednn_product.h"

#include "kernels/onednn_engine.h"
#include "runtime/compute_share.h"

namespace graphrun {
namespace {

// From here on a product divides well over the cores; below it, sharing them costs less than
// waiting for all of them.
constexpr double kLargeProduct = 512.0 * 512.0 * 512.0;

ComputeShare::Use use_for(const ProductShape& shape) {
  const double multiplications =
      static_cast<double>(shape.batch) * static_cast<double>(shape.rows) *
      static_cast<double>(shape.inner) * static_cast<double>(shape.columns);
  return multiplications >= kLargeProduct ? ComputeShare::Use::all_cores
                                          : ComputeShare::Use::some_cores;
}

using Dims = dnnl::memory::dims;

// A single product is one of matrices, not of batches of one: oneDNN has faster ways for those.
dnnl::memory::desc matrices(const ProductShape& shape, bool is_one, std::int64_t rows,
                            std::int64_t columns, bool is_transposed) {
  Dims extents = {rows, columns};
  Dims strides = is_transposed ? Dims{1, rows} : Dims{columns, 1};
  if (shape.batch > 1) {
    extents.insert(extents.begin(), is_one ? 1 : shape.batch);
    strides.insert(strides.begin(), rows * columns);
  }
  return {extents, dnnl::memory::data_type::f32, strides};
}

dnnl::matmul::primitive_desc describe(const ProductShape& shape) {
  return {dnnl::matmul::desc(
              matrices(shape, shape.one_a, shape.rows, shape.inner, shape.transpose_a),
              matrices(shape, shape.one_b, shape.inner, shape.columns, shape.transpose_b),
              matrices(shape, false, shape.rows, shape.columns, false)),
          onednn_attributes(), onednn_engine()};
}

}  // namespace

struct OneDnnProduct::Primitive {
  Primitive(const ProductShape& wanted, int wanted_threads)
      : Primitive(wanted, wanted_threads, describe(wanted)) {}

  Primitive(const ProductShape& wanted, int wanted_threads,
            const dnnl::matmul::primitive_desc& chosen)
      : shape(wanted),
        threads(wanted_threads),
        a(chosen.src_desc(), onednn_engine(), nullptr),
        b(chosen.weights_desc(), onednn_engine(), nullptr),
        products(chosen.dst_desc(), onednn_engine(), nullptr),
        scratchpad(scratchpad_for(chosen)),
        primitive(chosen) {}

  ProductShape shape;
  int threads;  // part of how the work is divided
  dnnl::memory a;
  dnnl::memory b;
  dnnl::memory products;
  dnnl::memory scratchpad;
  dnnl::matmul primitive;
};

OneDnnProduct::OneDnnProduct() = default;
OneDnnProduct::~OneDnnProduct() = default;

void OneDnnProduct::multiply(const ProductShape& shape, const float* a, const float* b,
                             float* products) {
  const ComputeShare share(use_for(shape));
  with_onednn("multiply", [&] {
    if (primitive_ == nullptr || primitive_->shape != shape ||
        primitive_->threads != share.threads()) {
      primitive_ = std::make_unique<Primitive>(shape, share.threads());
    }
    primitive_->a.set_data_handle(const_cast<float*>(a));
    primitive_->b.set_data_handle(const_cast<float*>(b));
    primitive_->products.set_data_handle(products);
    primitive_->primitive.execute(onednn_stream(), {{DNNL_ARG_SRC, primitive_->a},
                                                    {DNNL_ARG_WEIGHTS, primitive_->b},
                                                    {DNNL_ARG_DST, primitive_->products},
                                                    {DNNL_ARG_SCRATCHPAD, primitive_->scratchpad}});
    onednn_stream().wait();
  });
}

}  // namespace graphrun
