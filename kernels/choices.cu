// TopKV2 and Multinomial on GPUs: choosing elements of rows. What they compute is said in the ops'
// own files.

#include "base/philox.h"
#include "kernels/cuda_arithmetic.cuh"
#include "kernels/cuda_combine.cuh"
#include "kernels/cuda_types.h"
#include "kernels/random_op.h"
#include "runtime/random_fill.h"

namespace graphrun {
namespace {

// NaN is larger than any number.
template <typename V>
__device__ inline bool is_larger(V a, V b) {
  return a > b || (a != a && b == b);
}

// Index -1: none.
template <typename V>
struct Candidate {
  V value{};
  std::int32_t index = -1;
};

template <typename V>
__device__ inline bool comes_before(const Candidate<V>& a, const Candidate<V>& b) {
  if (is_larger(a.value, b.value)) return true;
  return !is_larger(b.value, a.value) && a.index < b.index;
}

template <typename V>
__device__ inline Candidate<V> earlier(const Candidate<V>& a, const Candidate<V>& b) {
  if (a.index < 0 || b.index < 0) return a.index < 0 ? b : a;
  return comes_before(a, b) ? a : b;
}

// What a warp can exchange.
template <typename V>
using Exchanged = std::conditional_t<std::is_integral_v<V> && sizeof(V) < 4, std::int32_t, V>;

// A block a row; it goes through the row once for each of the k, and takes the first of those that
// come after the last one taken. That suits a small k; a sort would suit a large one.
template <typename T>
__global__ void top_k(const T* x, T* values, std::int32_t* indices, std::int64_t rows,
                      std::int64_t size, std::int64_t k) {
  using V = Exchanged<Operand<T>>;
  __shared__ V of_warps[kWarpsPerBlock];
  __shared__ std::int32_t at_warps[kWarpsPerBlock];
  for (std::int64_t row = blockIdx.x; row < rows; row += gridDim.x) {
    const T* const from = x + row * size;
    Candidate<V> last;
    for (std::int64_t n = 0; n < k; ++n) {
      Candidate<V> best;
      for (auto i = static_cast<std::int32_t>(threadIdx.x); i < size; i += kThreadsPerBlock) {
        const Candidate<V> one{static_cast<V>(widened(from[i])), i};
        if (last.index < 0 || comes_before(last, one)) best = earlier(best, one);
      }
      for (int apart = kWarp / 2; apart > 0; apart /= 2) {
        const Candidate<V> other{__shfl_xor_sync(0xffffffffu, best.value, apart),
                                 __shfl_xor_sync(0xffffffffu, best.index, apart)};
        best = earlier(best, other);
      }
      __syncthreads();  // before what was there is overwritten
      if (threadIdx.x % kWarp == 0) {
        of_warps[threadIdx.x / kWarp] = best.value;
        at_warps[threadIdx.x / kWarp] = best.index;
      }
      __syncthreads();
      last = Candidate<V>{};
      for (int warp = 0; warp < kWarpsPerBlock; ++warp) {
        last = earlier(last, Candidate<V>{of_warps[warp], at_warps[warp]});
      }
      if (threadIdx.x == 0) {
        values[row * k + n] = from[last.index];
        indices[row * k + n] = last.index;
      }
    }
  }
}

// The running sums of exp(logit - greatest) of a row; what is not finite adds nothing. A thread a
// row adds them up in their order, as the CPU does.
template <typename T>
__global__ void running_sums(const T* logits, double* sums, std::int64_t rows,
                             std::int64_t classes) {
  const std::int64_t row = thread_number();
  if (row >= rows) return;
  double greatest = std::numeric_limits<double>::lowest();
  for (std::int64_t i = 0; i < classes; ++i) {
    const auto logit = static_cast<double>(widened(logits[row * classes + i]));
    if (isfinite(logit) && logit > greatest) greatest = logit;
  }
  double sum = 0;
  for (std::int64_t i = 0; i < classes; ++i) {
    const auto logit = static_cast<double>(widened(logits[row * classes + i]));
    if (isfinite(logit)) sum += exp(logit - greatest);
    sums[row * classes + i] = sum;
  }
}

// The first class whose running sum is more than a uniform part of all.
template <typename Index>
__global__ void draw_classes(const double* sums, Index* to, std::int64_t elements,
                             std::int64_t samples, std::int64_t classes, RandomStream stream) {
  if (const std::int64_t i = thread_number(); i < elements) {
    const double* const of_row = sums + i / samples * classes;
    Philox place(stream.seed, stream.seed2);
    place.skip(stream.offset);
    place.skip(static_cast<std::uint64_t>(i / 2));
    const PhiloxBlock block = place.block();
    const double unit = i % 2 == 0 ? unit_double(block.words[0], block.words[1])
                                   : unit_double(block.words[2], block.words[3]);
    const double wanted = unit * of_row[classes - 1];
    std::int64_t first = 0;
    std::int64_t end = classes;
    while (first < end) {
      const std::int64_t middle = first + (end - first) / 2;
      if (of_row[middle] > wanted) {
        end = middle;
      } else {
        first = middle + 1;
      }
    }
    to[i] = static_cast<Index>(first);
  }
}

}  // namespace

void top_k_v2_cuda(KernelContext& context) {
  const Tensor& input = context.input(0);
  const Tensor& values = context.output(0);
  const Tensor& indices = context.output(1);
  if (values.elements() == 0) return;
  const std::int64_t k = values.shape()[values.shape().rank() - 1];
  const std::int64_t size = input.shape()[input.shape().rank() - 1];
  const std::int64_t rows = input.elements() / size;
  CudaDevice& device = cuda_device(context);
  CudaRanked::visit(input.dtype(), [&]<typename T>(std::type_identity<T>) {
    launch_per_item(device, rows * kThreadsPerBlock, top_k<T>, static_cast<const T*>(input.data()),
                    static_cast<T*>(values.data()), static_cast<std::int32_t*>(indices.data()),
                    rows, size, k);
  });
}

void multinomial_cuda(KernelContext& context) {
  const Tensor& logits = context.input(0);
  const Tensor& output = context.output();
  const std::int64_t batch = logits.shape()[0];
  const std::int64_t classes = logits.shape()[1];
  if (classes <= 0) {
    KernelContext::invalid("num_classes should be positive, got " + std::to_string(classes));
  }
  const std::int64_t elements = output.elements();
  if (elements == 0) return;
  const std::int64_t samples = output.shape()[1];
  const RandomStream stream =
      take_samples(context, samples_used(batch * ((samples + 3) / 4 * 4) * 2));
  const Tensor sums = context.allocate_kept(0, DType::float64, Shape{batch * classes});
  CudaDevice& device = cuda_device(context);
  CudaFloats::visit(logits.dtype(), [&]<typename T>(std::type_identity<T>) {
    launch_per_item(device, batch, running_sums<T>, static_cast<const T*>(logits.data()),
                    static_cast<double*>(sums.data()), batch, classes);
  });
  TypeList<std::int32_t, std::int64_t>::visit(output.dtype(), [&]<typename Index>(
                                                                  std::type_identity<Index>) {
    launch_per_item(device, elements, draw_classes<Index>, static_cast<const double*>(sums.data()),
                    static_cast<Index*>(output.data()), elements, samples, classes, stream);
  });
}

}  // namespace graphrun
