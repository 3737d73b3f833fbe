#include "backends/cuda/launch.cuh"
#include "kernels/cuda_products.h"

namespace graphrun {
namespace {

cudaDataType_t cuda_type(DType dtype) {
  switch (dtype) {
    case DType::float16: return CUDA_R_16F;
    case DType::bfloat16: return CUDA_R_16BF;
    case DType::float32: return CUDA_R_32F;
    default: return CUDA_R_64F;
  }
}

// cuBLAS is column-major and our tensors are row-major. A row-major matrix read as column-major is
// its transpose, and (a b)^T = b^T a^T: so the operands change places, and each is transposed for
// cuBLAS where it is for us. `adds`: to what c holds.
void multiply_as(CudaDevice& device, DType dtype, cublasComputeType_t compute, const Products& p,
                 const void* a, const void* b, void* c, bool adds) {
  const cudaDataType_t type = cuda_type(dtype);
  const bool is_double = dtype == DType::float64;
  const double one = 1;
  const double kept = adds ? 1 : 0;
  const float one_float = 1;
  const float kept_float = adds ? 1 : 0;
  check(cublasGemmStridedBatchedEx_64(
      device.cublas(), p.transpose_b ? CUBLAS_OP_T : CUBLAS_OP_N,
      p.transpose_a ? CUBLAS_OP_T : CUBLAS_OP_N, p.columns, p.rows, p.inner,
      is_double ? static_cast<const void*>(&one) : &one_float, b, type,
      p.transpose_b ? p.inner : p.columns, p.b_step, a, type, p.transpose_a ? p.rows : p.inner,
      p.a_step, is_double ? static_cast<const void*>(&kept) : &kept_float, c, type, p.columns,
      p.rows * p.columns, p.count, compute, CUBLAS_GEMM_DEFAULT));
}

// The nearest number with 10 bits after the point, as TF32 has; of two the even one. What would
// become infinite, and what is no number, stays.
__device__ inline float rounded_to_tf32(float x) {
  const unsigned bits = __float_as_uint(x);
  const float rounded = __uint_as_float((bits + 0xfffu + ((bits >> 13) & 1u)) & ~0x1fffu);
  return isfinite(x) && isfinite(rounded) ? rounded : x;
}

// x = upper + lower but for what is beyond 21 bits.
__global__ void split(const float* x, float* upper, float* lower, std::int64_t elements) {
  if (const std::int64_t i = thread_number(); i < elements) {
    const float part = rounded_to_tf32(x[i]);
    upper[i] = part;
    lower[i] = isfinite(part) ? rounded_to_tf32(x[i] - part) : 0.0F;
  }
}

// The upper and lower parts of an operand, while work that uses them is queued.
class Parts {
 public:
  Parts(CudaDevice& device, const void* operand, std::int64_t elements)
      : device_(device),
        memory_(device.memory().allocate(2 * sizeof(float) * static_cast<std::size_t>(elements))) {
    if (memory_ == nullptr) return;
    lower_ = upper() + elements;
    launch_per_item(device, elements, split, static_cast<const float*>(operand), upper(), lower_,
                    elements);
  }
  // What gets the memory next is queued behind what used it.
  ~Parts() {
    if (memory_ != nullptr) device_.memory().deallocate(memory_);
  }
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;

  bool are_there() const { return memory_ != nullptr; }
  float* upper() const { return static_cast<float*>(memory_); }
  float* lower() const { return lower_; }

 private:
  CudaDevice& device_;
  void* memory_;
  float* lower_ = nullptr;
};

// The product of the lower parts is beyond what float32 holds. The smaller products come first, so
// that they are not lost beside the larger. False: there is no memory for the parts.
bool multiply_parts(CudaDevice& device, const Products& p, const void* a, const void* b, void* c) {
  const Parts of_a(device, a, (p.count - 1) * p.a_step + p.rows * p.inner);
  const Parts of_b(device, b, (p.count - 1) * p.b_step + p.inner * p.columns);
  if (!of_a.are_there() || !of_b.are_there()) return false;
  const auto add = [&](const float* x, const float* y, bool adds) {
    multiply_as(device, DType::float32, CUBLAS_COMPUTE_32F_FAST_TF32, p, x, y, c, adds);
  };
  add(of_a.lower(), of_b.upper(), false);
  add(of_a.upper(), of_b.lower(), true);
  add(of_a.upper(), of_b.upper(), true);
  return true;
}

}  // namespace

void multiply(CudaDevice& device, DType dtype, const Products& products, const void* a,
              const void* b, void* c) {
  auto compute = dtype == DType::float64 ? CUBLAS_COMPUTE_64F : CUBLAS_COMPUTE_32F;
  if (dtype == DType::float32) {
    const MatmulPrecision precision = device.matmul_precision();
    if (precision == MatmulPrecision::high && multiply_parts(device, products, a, b, c)) return;
    if (precision == MatmulPrecision::medium) compute = CUBLAS_COMPUTE_32F_FAST_TF32;
  }
  multiply_as(device, dtype, compute, products, a, b, c, false);
}

}  // namespace graphrun
