// Ops of one operand that are a few instructions, on GPUs. What they compute is said in the ops'
// own files: abs.cc, neg.cc, ....

#include "kernels/cuda_elementwise.cuh"
#include "kernels/cuda_types.h"

namespace graphrun {
namespace {

struct Magnitude {
  template <typename T>
  __device__ T operator()(T x) const {
    if constexpr (std::is_integral_v<T>) {
      return x < 0 ? static_cast<T>(0 - wrapped(x)) : x;
    } else {
      return fabs(x);
    }
  }
};

struct Negative {
  template <typename T>
  __device__ T operator()(T x) const {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(0 - wrapped(x));
    } else {
      return -x;
    }
  }
};

struct SquareOf {
  template <typename T>
  __device__ T operator()(T x) const {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(wrapped(x) * wrapped(x));
    } else {
      return x * x;
    }
  }
};

struct SignOf {
  template <typename T>
  __device__ T operator()(T x) const {
    return static_cast<T>(static_cast<int>(x > T(0)) - static_cast<int>(x < T(0)));
  }
};

struct RoundedDown {
  template <typename T>
  __device__ T operator()(T x) const {
    return floor(x);
  }
};

struct RoundedUp {
  template <typename T>
  __device__ T operator()(T x) const {
    return ceil(x);
  }
};

struct NearestEven {
  template <typename T>
  __device__ T operator()(T x) const {
    return rint(x);
  }
};

// Not fmax, which turns NaN into 0.
struct Rectified {
  template <typename T>
  __device__ T operator()(T x) const {
    return x < T(0) ? T(0) : x;
  }
};

struct RectifiedTo6 {
  template <typename T>
  __device__ T operator()(T x) const {
    return x < T(0) ? T(0) : x > T(6) ? T(6) : x;
  }
};

struct IsNotANumber {
  template <typename T>
  __device__ bool operator()(T x) const {
    return x != x;
  }
};

struct IsANumber {
  template <typename T>
  __device__ bool operator()(T x) const {
    return fabs(x) < static_cast<T>(INFINITY);  // false for a NaN
  }
};

struct Not {
  __device__ bool operator()(bool x) const { return !x; }
};

}  // namespace

void abs_cuda(KernelContext& context) { unary_cuda<CudaFloatsAndInt64>(context, Magnitude{}); }
void neg_cuda(KernelContext& context) { unary_cuda<CudaFloatsAndInt64>(context, Negative{}); }
void square_cuda(KernelContext& context) { unary_cuda<CudaFloatsAndInt64>(context, SquareOf{}); }
void sign_cuda(KernelContext& context) { unary_cuda<CudaFloatsAndInt64>(context, SignOf{}); }
void floor_cuda(KernelContext& context) { unary_cuda<CudaFloats>(context, RoundedDown{}); }
void ceil_cuda(KernelContext& context) { unary_cuda<CudaFloats>(context, RoundedUp{}); }
void relu_cuda(KernelContext& context) { unary_cuda<CudaFloats>(context, Rectified{}); }
void relu6_cuda(KernelContext& context) { unary_cuda<CudaFloats>(context, RectifiedTo6{}); }
void is_nan_cuda(KernelContext& context) { unary_cuda<CudaFloats>(context, IsNotANumber{}); }
void is_finite_cuda(KernelContext& context) { unary_cuda<CudaFloats>(context, IsANumber{}); }
void logical_not_cuda(KernelContext& context) { unary_cuda<TypeList<bool>>(context, Not{}); }

void round_cuda(KernelContext& context) {
  if (is_integer(context.type())) {
    context.set_output(0, context.input(0));
  } else {
    unary_cuda<CudaFloats>(context, NearestEven{});
  }
}

}  // namespace graphrun
