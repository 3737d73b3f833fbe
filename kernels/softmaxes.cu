// Softmax, LogSoftmax and the cross entropies on GPUs. What they compute is said in the ops' own
// files. A warp or, where rows are long, a block works on a row: the largest element, the sum of
// exponentials, then the results, so that a row is read three times, the last two from the cache.
//
// A label that is no class makes its row NaN: a GPU cannot report it, and TensorFlow's does so.

#include "kernels/cuda_arithmetic.cuh"
#include "kernels/cuda_combine.cuh"
#include "kernels/cuda_types.h"

namespace graphrun {
namespace {

// Above this a row is for a block.
constexpr std::int64_t kShortRow = 1024;

struct Greater {
  template <typename A>
  __device__ A operator()(A a, A b) const {
    return a > b ? a : b;  // a NaN may be lost here: it comes back in the sum
  }
};
struct Plus {
  template <typename A>
  __device__ A operator()(A a, A b) const {
    return a + b;
  }
};

// The threads that work on a row: all of a block, or of a warp.
template <bool kByBlock>
struct Group {
  static constexpr int kThreads = kByBlock ? kThreadsPerBlock : kWarp;

  __device__ static std::int64_t first() { return thread_number() / kThreads; }
  __device__ static std::int64_t count() { return thread_count() / kThreads; }
  __device__ static int thread() { return static_cast<int>(threadIdx.x) % kThreads; }
  template <typename A, typename Combine>
  __device__ static A combined(A value, A identity, const Combine& combine) {
    if constexpr (kByBlock) {
      return block_combined(value, identity, combine);
    } else {
      return warp_combined(value, combine);
    }
  }
};

// x(i) is element i of a row, as a float or double.
template <typename G, typename X>
__device__ inline auto largest_of(std::int64_t size, const X& x) {
  using F = decltype(x(0));
  F largest = -std::numeric_limits<F>::infinity();
  for (std::int64_t i = G::thread(); i < size; i += G::kThreads) largest = Greater{}(x(i), largest);
  return G::combined(largest, -std::numeric_limits<F>::infinity(), Greater{});
}

// Of exp(x - shift). As a double, so that a probability near 1 has a logarithm near 0.
template <typename G, typename X, typename F>
__device__ inline double sum_of_exponentials(std::int64_t size, F shift, const X& x) {
  double sum = 0;
  for (std::int64_t i = G::thread(); i < size; i += G::kThreads) {
    sum += static_cast<double>(exp(x(i) - shift));
  }
  return G::combined(sum, 0.0, Plus{});
}

template <typename T, bool kByBlock, bool kLog>
__global__ void softmax(const T* x, T* y, std::int64_t rows, std::int64_t size) {
  using G = Group<kByBlock>;
  using F = Operand<T>;
  for (std::int64_t row = G::first(); row < rows; row += G::count()) {
    const T* const from = x + row * size;
    const auto element = [from](std::int64_t i) { return widened(from[i]); };
    const F shift = largest_of<G>(size, element);
    const double sum = sum_of_exponentials<G>(size, shift, element);
    const auto scale = static_cast<F>(1 / sum);
    const auto log_sum = static_cast<F>(log(sum));
    for (std::int64_t i = G::thread(); i < size; i += G::kThreads) {
      const F shifted = element(i) - shift;
      y[row * size + i] = narrowed<T>(kLog ? shifted - log_sum : exp(shifted) * scale);
    }
  }
}

template <bool kLog>
void softmax(KernelContext& context) {
  const Tensor& input = context.input(0);
  const Tensor& output = context.output();
  if (output.elements() == 0) return;
  const std::int64_t size = input.shape()[input.shape().rank() - 1];
  const std::int64_t rows = input.elements() / size;
  CudaDevice& device = cuda_device(context);
  CudaFloats::visit(input.dtype(), [&]<typename T>(std::type_identity<T>) {
    const auto* x = static_cast<const T*>(input.data());
    auto* y = static_cast<T*>(output.data());
    if (size > kShortRow) {
      launch_per_item(device, rows * kThreadsPerBlock, softmax<T, true, kLog>, x, y, rows, size);
    } else {
      launch_per_item(device, rows * kWarp, softmax<T, false, kLog>, x, y, rows, size);
    }
  });
}

// Where the elements of an operand are; step 0: it is repeated.
struct Repeated {
  std::int64_t row_step = 0;
  std::int64_t step = 0;

  explicit Repeated(const Shape& shape) {
    const std::int64_t columns = shape.rank() < 1 ? 1 : shape[shape.rank() - 1];
    const std::int64_t rows = shape.rank() < 2 ? 1 : shape[shape.rank() - 2];
    step = columns == 1 ? 0 : 1;
    row_step = rows == 1 ? 0 : columns;
  }
};

template <typename T, bool kByBlock>
__global__ void cross_entropy(const T* logits, Repeated of_logits, const T* labels,
                              Repeated of_labels, T* loss, T* backprop, std::int64_t rows,
                              std::int64_t classes) {
  using G = Group<kByBlock>;
  using F = Operand<T>;
  for (std::int64_t row = G::first(); row < rows; row += G::count()) {
    const T* const from = logits + row * of_logits.row_step;
    const T* const wanted = labels + row * of_labels.row_step;
    const auto element = [&](std::int64_t i) { return widened(from[i * of_logits.step]); };
    const F shift = largest_of<G>(classes, element);
    const double sum = sum_of_exponentials<G>(classes, shift, element);
    const auto scale = static_cast<F>(1 / sum);
    const auto log_sum = static_cast<F>(log(sum));
    double entropy = 0;
    for (std::int64_t i = G::thread(); i < classes; i += G::kThreads) {
      const F shifted = element(i) - shift;
      const F probability = widened(wanted[i * of_labels.step]);
      entropy += static_cast<double>(probability * (log_sum - shifted));
      backprop[row * classes + i] = narrowed<T>(exp(shifted) * scale - probability);
    }
    entropy = G::combined(entropy, 0.0, Plus{});
    if (G::thread() == 0) loss[row] = narrowed<T>(entropy);
  }
}

template <typename T, typename Index, bool kByBlock>
__global__ void sparse_cross_entropy(const T* logits, const Index* labels, T* loss, T* backprop,
                                     std::int64_t rows, std::int64_t classes) {
  using G = Group<kByBlock>;
  using F = Operand<T>;
  for (std::int64_t row = G::first(); row < rows; row += G::count()) {
    const T* const from = logits + row * classes;
    const auto element = [from](std::int64_t i) { return widened(from[i]); };
    const F shift = largest_of<G>(classes, element);
    const double sum = sum_of_exponentials<G>(classes, shift, element);
    const auto label = static_cast<std::int64_t>(labels[row]);
    const bool is_class = label >= 0 && label < classes;
    const F unknown = std::numeric_limits<F>::quiet_NaN();
    const auto scale = is_class ? static_cast<F>(1 / sum) : unknown;
    for (std::int64_t i = G::thread(); i < classes; i += G::kThreads) {
      backprop[row * classes + i] =
          narrowed<T>(exp(element(i) - shift) * scale - (i == label ? F(1) : F(0)));
    }
    if (G::thread() == 0) {
      loss[row] =
          narrowed<T>(is_class ? static_cast<F>(log(sum)) - (element(label) - shift) : unknown);
    }
  }
}

}  // namespace

void softmax_cuda(KernelContext& context) { softmax<false>(context); }
void log_softmax_cuda(KernelContext& context) { softmax<true>(context); }

void softmax_cross_entropy_with_logits_cuda(KernelContext& context) {
  const Tensor& logits = context.input(0);
  const Tensor& labels = context.input(1);
  const Tensor& loss = context.output(0);
  const Tensor& backprop = context.output(1);
  const std::int64_t rows = backprop.shape()[0];
  const std::int64_t classes = backprop.shape()[1];
  CudaDevice& device = cuda_device(context);
  if (rows == 0) return;
  if (classes == 0) {  // empty sums
    check(cudaMemsetAsync(loss.data(), 0, loss.bytes(), device.stream()));
    return;
  }
  CudaFloats::visit(context.type(), [&]<typename T>(std::type_identity<T>) {
    const auto launch = [&](std::int64_t threads, auto kernel) {
      launch_per_item(device, rows * threads, kernel, static_cast<const T*>(logits.data()),
                      Repeated(logits.shape()), static_cast<const T*>(labels.data()),
                      Repeated(labels.shape()), static_cast<T*>(loss.data()),
                      static_cast<T*>(backprop.data()), rows, classes);
    };
    if (classes > kShortRow) {
      launch(kThreadsPerBlock, cross_entropy<T, true>);
    } else {
      launch(kWarp, cross_entropy<T, false>);
    }
  });
}

void sparse_softmax_cross_entropy_with_logits_cuda(KernelContext& context) {
  const Tensor& logits = context.input(0);
  const Tensor& labels = context.input(1);
  const Tensor& loss = context.output(0);
  const Tensor& backprop = context.output(1);
  const std::int64_t rows = logits.shape()[0];
  const std::int64_t classes = logits.shape()[1];
  if (classes == 0) {
    KernelContext::invalid("Must have at least one class, but got logits shape " +
                           to_string(logits.shape()));
  }
  if (rows == 0) return;
  CudaDevice& device = cuda_device(context);
  CudaSmallFloats::visit(logits.dtype(), [&]<typename T>(std::type_identity<T>) {
    TypeList<std::int32_t, std::int64_t>::visit(
        labels.dtype(), [&]<typename Index>(std::type_identity<Index>) {
          const auto launch = [&](std::int64_t threads, auto kernel) {
            launch_per_item(device, rows * threads, kernel, static_cast<const T*>(logits.data()),
                            static_cast<const Index*>(labels.data()), static_cast<T*>(loss.data()),
                            static_cast<T*>(backprop.data()), rows, classes);
          };
          if (classes > kShortRow) {
            launch(kThreadsPerBlock, sparse_cross_entropy<T, Index, true>);
          } else {
            launch(kWarp, sparse_cross_entropy<T, Index, false>);
          }
        });
  });
}

}  // namespace graphrun
