// CheckNumerics on GPUs. Whether an element is NaN or infinite is known when all have been looked
// at, so it waits for what is queued.

#include "backends/cuda/launch.cuh"
#include "kernels/cuda_arithmetic.cuh"
#include "kernels/cuda_types.h"

namespace graphrun {
namespace {

constexpr int kInfinite = 1;
constexpr int kNan = 2;

template <typename T>
__global__ void find_abnormal(const T* x, std::int64_t elements, int* kinds) {
  const std::int64_t i = thread_number();
  if (i >= elements) return;
  const auto element = widened(x[i]);
  if (isfinite(element)) return;  // as nearly all are
  atomicOr(kinds, element != element ? kNan : kInfinite);
}

}  // namespace

void check_numerics_cuda(KernelContext& context) {
  const Tensor& input = context.input(0);
  if (input.elements() > 0) {
    CudaDevice& device = cuda_device(context);
    const Tensor found = context.allocate_kept(0, DType::int32, Shape{});
    auto* const on_gpu = static_cast<int*>(found.data());
    check(cudaMemsetAsync(on_gpu, 0, sizeof(int), device.stream()));
    CudaFloats::visit(input.dtype(), [&]<typename T>(std::type_identity<T>) {
      launch_per_item(device, input.elements(), find_abnormal<T>,
                      static_cast<const T*>(input.data()), input.elements(), on_gpu);
    });
    int kinds = 0;
    device.copy_to_host(&kinds, on_gpu, sizeof kinds);
    if (kinds != 0) {
      const std::string what = kinds == (kInfinite | kNan) ? "Inf and NaN"
                               : kinds == kInfinite        ? "Inf"
                                                           : "NaN";
      KernelContext::invalid(context.attributes().text("message") + " : Tensor had " + what +
                             " values");
    }
  }
  context.set_output(0, input);
}

}  // namespace graphrun
