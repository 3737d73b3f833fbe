// Functions of real numbers, element by element, on GPUs: CUDA's, without its fast and rough ones.

#include "kernels/cuda_elementwise.cuh"
#include "kernels/cuda_types.h"

namespace graphrun {
namespace {

// A class named Name whose call gives `expression` of a float or double x.
#define FUNCTION(Name, expression)       \
  struct Name {                          \
    template <typename T>                \
    __device__ T operator()(T x) const { \
      return expression;                 \
    }                                    \
  }

FUNCTION(Exp, exp(x));
FUNCTION(Log, log(x));
FUNCTION(Log1p, log1p(x));
FUNCTION(Sin, sin(x));
FUNCTION(Cos, cos(x));
FUNCTION(Tanh, tanh(x));
FUNCTION(Erf, erf(x));
FUNCTION(Sqrt, sqrt(x));
// Not rsqrt(), which is not rounded as a division is.
FUNCTION(Rsqrt, T(1) / sqrt(x));
FUNCTION(Reciprocal, T(1) / x);
FUNCTION(Sigmoid, T(1) / (T(1) + exp(-x)));
// Of a large x, exp(x) would overflow.
FUNCTION(Softplus, (x > T(0) ? x + log1p(exp(-x)) : log1p(exp(x))));
FUNCTION(Elu, (x < T(0) ? expm1(x) : x));
// 1 + erf(x / sqrt 2) by erfc, which keeps its digits where it is all but 0.
FUNCTION(Gelu, T(0.5) * x * erfc(-x * T(0.70710678118654752440)));
FUNCTION(GeluByTanh,
         T(0.5) * x * (T(1) + tanh(T(0.79788456080286535588) * (x + T(0.044715) * x * x * x))));

#undef FUNCTION

}  // namespace

void exp_cuda(KernelContext& context) { unary_cuda<CudaFloats>(context, Exp{}); }
void log_cuda(KernelContext& context) { unary_cuda<CudaFloats>(context, Log{}); }
void log1p_cuda(KernelContext& context) { unary_cuda<CudaFloats>(context, Log1p{}); }
void sin_cuda(KernelContext& context) { unary_cuda<CudaFloats>(context, Sin{}); }
void cos_cuda(KernelContext& context) { unary_cuda<CudaFloats>(context, Cos{}); }
void tanh_cuda(KernelContext& context) { unary_cuda<CudaFloats>(context, Tanh{}); }
void erf_cuda(KernelContext& context) { unary_cuda<CudaFloats>(context, Erf{}); }
void sqrt_cuda(KernelContext& context) { unary_cuda<CudaFloats>(context, Sqrt{}); }
void rsqrt_cuda(KernelContext& context) { unary_cuda<CudaFloats>(context, Rsqrt{}); }
void reciprocal_cuda(KernelContext& context) { unary_cuda<CudaFloats>(context, Reciprocal{}); }
void sigmoid_cuda(KernelContext& context) { unary_cuda<CudaFloats>(context, Sigmoid{}); }
void softplus_cuda(KernelContext& context) { unary_cuda<CudaFloats>(context, Softplus{}); }
void elu_cuda(KernelContext& context) { unary_cuda<CudaFloats>(context, Elu{}); }

void gelu_cuda(KernelContext& context) {
  if (context.attributes().boolean("approximate")) {
    unary_cuda<CudaFloats>(context, GeluByTanh{});
  } else {
    unary_cuda<CudaFloats>(context, Gelu{});
  }
}

}  // namespace graphrun
