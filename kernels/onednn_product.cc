#include "kernels/onednn_product.h"

#include <array>
#include <dnnl.hpp>
#include <string>

#include "base/error.h"
#include "runtime/compute_share.h"

namespace graphrun {
namespace {

const dnnl::engine& engine() {
  static const dnnl::engine cpu(dnnl::engine::kind::cpu, 0);
  return cpu;
}

dnnl::stream& stream() {
  thread_local dnnl::stream stream(engine());
  return stream;
}

// From here on a product divides well over the cores; below it, sharing them costs less than waiting
// for all of them.
constexpr double kLargeProduct = 512.0 * 512.0 * 512.0;

ComputeShare::Use use_for(const ProductShape& shape) {
  const double multiplications = static_cast<double>(shape.rows) *
                                 static_cast<double>(shape.inner) *
                                 static_cast<double>(shape.columns);
  return multiplications >= kLargeProduct ? ComputeShare::Use::all_cores
                                          : ComputeShare::Use::some_cores;
}

dnnl::memory::desc matrix(std::int64_t rows, std::int64_t columns, bool transposed) {
  const dnnl::memory::dims strides =
      transposed ? dnnl::memory::dims{1, rows} : dnnl::memory::dims{columns, 1};
  return {{rows, columns}, dnnl::memory::data_type::f32, strides};
}

}  // namespace

struct OneDnnProduct::Primitive {
  // How many threads share a product is part of how it is divided.
  Primitive(const ProductShape& wanted, int wanted_threads)
      : shape(wanted),
        threads(wanted_threads),
        a(matrix(shape.rows, shape.inner, shape.transpose_a), engine(), nullptr),
        b(matrix(shape.inner, shape.columns, shape.transpose_b), engine(), nullptr),
        product(matrix(shape.rows, shape.columns, false), engine(), nullptr),
        primitive(dnnl::matmul::primitive_desc(
            dnnl::matmul::desc(a.get_desc(), b.get_desc(), product.get_desc()), engine())) {}

  ProductShape shape;
  int threads;
  dnnl::memory a;
  dnnl::memory b;
  dnnl::memory product;
  dnnl::matmul primitive;
};

OneDnnProduct::OneDnnProduct() = default;
OneDnnProduct::~OneDnnProduct() = default;

void OneDnnProduct::multiply(const ProductShape& shape, const float* a, const float* b,
                             float* product) {
  const ComputeShare share(use_for(shape));
  try {
    if (primitive_ == nullptr || primitive_->shape != shape ||
        primitive_->threads != share.threads()) {
      primitive_ = std::make_unique<Primitive>(shape, share.threads());
    }
    primitive_->a.set_data_handle(const_cast<float*>(a));
    primitive_->b.set_data_handle(const_cast<float*>(b));
    primitive_->product.set_data_handle(product);
    primitive_->primitive.execute(stream(), {{DNNL_ARG_SRC, primitive_->a},
                                             {DNNL_ARG_WEIGHTS, primitive_->b},
                                             {DNNL_ARG_DST, primitive_->product}});
    stream().wait();
  } catch (const dnnl::error& problem) {
    throw Error(ExitStatus::device, std::string("oneDNN cannot multiply: ") + problem.what());
  }
}

}  // namespace graphrun
