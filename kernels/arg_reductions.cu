// ArgMax and ArgMin on GPUs: where along an axis the largest or the smallest element is, of several
// the first; NaN is passed over. A warp or a block searches a row; where the axis is not the
// innermost, a thread searches a column, so that neighbouring threads read neighbouring elements.

#include "kernels/arg_reduction.h"
#include "kernels/cuda_arithmetic.cuh"
#include "kernels/cuda_combine.cuh"
#include "kernels/cuda_types.h"

namespace graphrun {
namespace {

constexpr std::int64_t kShortRow = 1024;

struct LargestFirst {
  template <typename V>
  __device__ static bool is_better(V a, V b) {
    return a > b;
  }
};
struct SmallestFirst {
  template <typename V>
  __device__ static bool is_better(V a, V b) {
    return a < b;
  }
};

// No candidate yet: index -1.
template <typename V>
struct Best {
  V value = 0;
  std::int64_t index = -1;
};

template <typename Order, typename V>
__device__ inline Best<V> better_of(const Best<V>& a, const Best<V>& b) {
  if (a.index < 0 || b.index < 0) return a.index < 0 ? b : a;
  if (Order::is_better(a.value, b.value)) return a;
  if (Order::is_better(b.value, a.value)) return b;
  return a.index < b.index ? a : b;
}

// Elements are searched in the order of their indices, so an equal one later is not better.
template <typename Order, typename V>
__device__ inline void look_at(Best<V>& best, V value, std::int64_t index) {
  if (value != value) return;
  if (best.index < 0 || Order::is_better(value, best.value)) best = {value, index};
}

template <typename Order, typename V>
__device__ inline Best<V> warp_best(Best<V> best) {
  for (int apart = kWarp / 2; apart > 0; apart /= 2) {
    const Best<V> other{__shfl_xor_sync(0xffffffffu, best.value, apart),
                        __shfl_xor_sync(0xffffffffu, static_cast<long long>(best.index), apart)};
    best = better_of<Order>(best, other);
  }
  return best;
}

template <typename Order, typename T, bool kByBlock>
__global__ void search_rows(const T* x, std::int64_t* out, std::int64_t rows, std::int64_t size) {
  using V = Operand<T>;
  constexpr int kThreads = kByBlock ? kThreadsPerBlock : kWarp;
  __shared__ V values[kWarpsPerBlock];
  __shared__ std::int64_t indices[kWarpsPerBlock];
  const int thread = static_cast<int>(threadIdx.x) % kThreads;
  for (std::int64_t row = thread_number() / kThreads; row < rows;
       row += thread_count() / kThreads) {
    Best<V> best;
    for (std::int64_t i = thread; i < size; i += kThreads) {
      look_at<Order>(best, widened(x[row * size + i]), i);
    }
    best = warp_best<Order>(best);
    if constexpr (kByBlock) {
      __syncthreads();  // before what the last row left is overwritten
      if (threadIdx.x % kWarp == 0) {
        values[threadIdx.x / kWarp] = best.value;
        indices[threadIdx.x / kWarp] = best.index;
      }
      __syncthreads();
      best = Best<V>{};
      for (int warp = 0; warp < kWarpsPerBlock; ++warp) {
        best = better_of<Order>(best, Best<V>{values[warp], indices[warp]});
      }
    }
    if (thread == 0) out[row] = best.index < 0 ? 0 : best.index;  // 0: nothing but NaN
  }
}

template <typename Order, typename T>
__global__ void search_columns(const T* x, std::int64_t* out, std::int64_t results,
                               std::int64_t extent, std::int64_t inner) {
  if (const std::int64_t i = thread_number(); i < results) {
    const T* const from = x + i / inner * extent * inner + i % inner;
    Best<Operand<T>> best;
    for (std::int64_t row = 0; row < extent; ++row) {
      look_at<Order>(best, widened(from[row * inner]), row);
    }
    out[i] = best.index < 0 ? 0 : best.index;
  }
}

__global__ void narrow_indices(const std::int64_t* from, std::int32_t* to, std::int64_t elements) {
  const std::int64_t i = thread_number();
  if (i < elements) to[i] = static_cast<std::int32_t>(from[i]);
}

template <typename Order>
void search(KernelContext& context) {
  const ArgWalk walk = arg_walk(context);
  const Tensor& input = context.input(0);
  const Tensor& output = context.output();
  const std::int64_t results = output.elements();
  if (results == 0) return;
  CudaDevice& device = cuda_device(context);
  const bool is_narrow = output.dtype() == DType::int32;
  Tensor wide = output;
  if (is_narrow) wide = context.allocate_kept(0, DType::int64, output.shape());
  auto* const out = static_cast<std::int64_t*>(wide.data());
  CudaFloats::visit(input.dtype(), [&]<typename T>(std::type_identity<T>) {
    const auto* x = static_cast<const T*>(input.data());
    if (walk.inner != 1) {
      launch_per_item(device, results, search_columns<Order, T>, x, out, results, walk.extent,
                      walk.inner);
    } else if (walk.extent > kShortRow) {
      launch_per_item(device, results * kThreadsPerBlock, search_rows<Order, T, true>, x, out,
                      results, walk.extent);
    } else {
      launch_per_item(device, results * kWarp, search_rows<Order, T, false>, x, out, results,
                      walk.extent);
    }
  });
  if (is_narrow) {
    launch_per_item(device, results, narrow_indices, static_cast<const std::int64_t*>(out),
                    static_cast<std::int32_t*>(output.data()), results);
  }
}

}  // namespace

void arg_max_cuda(KernelContext& context) { search<LargestFirst>(context); }
void arg_min_cuda(KernelContext& context) { search<SmallestFirst>(context); }

}  // namespace graphrun
