// Comparisons and logic of two operands, element by element, on GPUs. A comparison with NaN is
// false, but NotEqual.

#include "kernels/cuda_elementwise.cuh"
#include "kernels/cuda_types.h"

namespace graphrun {
namespace {

// A class named Name whose call says whether `condition` holds for x and y.
#define CONDITION(Name, condition)               \
  struct Name {                                  \
    template <typename T>                        \
    __device__ bool operator()(T x, T y) const { \
      return condition;                          \
    }                                            \
  }

CONDITION(Equal, x == y);
CONDITION(NotEqual, x != y);
CONDITION(Less, x < y);
CONDITION(LessEqual, x <= y);
CONDITION(And, x&& y);
CONDITION(Or, x || y);

#undef CONDITION

}  // namespace

void equal_cuda(KernelContext& context) { binary_cuda<CudaComparable>(context, Equal{}); }
void not_equal_cuda(KernelContext& context) { binary_cuda<CudaComparable>(context, NotEqual{}); }
void less_cuda(KernelContext& context) { binary_cuda<CudaOrdered>(context, Less{}); }
void less_equal_cuda(KernelContext& context) { binary_cuda<CudaOrdered>(context, LessEqual{}); }
// x > y is y < x.
void greater_cuda(KernelContext& context) { binary_cuda<CudaOrdered>(context, Less{}, 1); }
void greater_equal_cuda(KernelContext& context) {
  binary_cuda<CudaOrdered>(context, LessEqual{}, 1);
}
void logical_and_cuda(KernelContext& context) { binary_cuda<TypeList<bool>>(context, And{}); }
void logical_or_cuda(KernelContext& context) { binary_cuda<TypeList<bool>>(context, Or{}); }

}  // namespace graphrun
