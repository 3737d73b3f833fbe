// Cholesky and MatrixInverse on GPUs. What they compute is said in the ops' own files. Whether it
// can be computed is known when it is done, so both wait for their results.

#include <algorithm>

#include "backends/cuda/launch.cuh"
#include "kernels/cuda_types.h"

namespace graphrun {
namespace {

using Reals = CudaReals;

// The rows and columns of a diagonal block, which one thread block factors in its shared memory.
constexpr int kFactored = 48;

template <typename T>
__global__ void copy_lower(const T* from, T* to, std::int64_t elements, std::int64_t n) {
  if (const std::int64_t i = thread_number(); i < elements) {
    to[i] = i % n <= i / n % n ? from[i] : T(0);
  }
}

// The diagonal blocks that begin at row `first`, of `size` rows, one thread block a matrix.
template <typename T>
__global__ void factor_diagonal_blocks(T* matrices, std::int64_t n, std::int64_t first, int size,
                                       int* failed) {
  __shared__ T block[kFactored][kFactored + 1];
  T* const corner = matrices + blockIdx.x * n * n + first * n + first;
  const auto thread = static_cast<int>(threadIdx.x);
  const auto threads = static_cast<int>(blockDim.x);
  for (int i = thread; i < size * size; i += threads) {
    block[i / size][i % size] = corner[i / size * n + i % size];
  }
  __syncthreads();
  for (int k = 0; k < size; ++k) {
    const T pivot = block[k][k];
    __syncthreads();  // all have read it
    if (thread == 0 && pivot <= T(0)) atomicExch(failed, 1);
    const T root = sqrt(pivot);
    for (int i = k + thread; i < size; i += threads) {
      block[i][k] = i == k ? root : block[i][k] / root;
    }
    __syncthreads();
    const int left = size - k - 1;
    for (int item = thread; item < left * left; item += threads) {
      const int i = k + 1 + item / left;
      const int j = k + 1 + item % left;
      if (j <= i) block[i][j] -= block[i][k] * block[j][k];
    }
    __syncthreads();
  }
  for (int i = thread; i < size * size; i += threads) {
    if (i % size <= i / size) corner[i / size * n + i % size] = block[i / size][i % size];
  }
}

template <typename T>
__global__ void point_at_each(T* first, std::int64_t step, T** pointers, std::int64_t count) {
  const std::int64_t i = thread_number();
  if (i < count) pointers[i] = first + i * step;
}

template <typename T>
__global__ void transpose_each(const T* from, T* to, std::int64_t elements, std::int64_t n) {
  if (const std::int64_t i = thread_number(); i < elements) {
    const std::int64_t matrix = i / (n * n);
    const std::int64_t row = i / n % n;
    const std::int64_t column = i % n;
    to[i] = from[matrix * n * n + column * n + row];
  }
}

// cuBLAS by the type of the elements. It is column-major: a row-major lower triangle is its upper
// one, transposed.
void solve_below(cublasHandle_t cublas, int size, int left, std::int64_t n, const float* corner,
                 float* below) {
  const float one = 1;
  check(cublasStrsm_64(cublas, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_T,
                       CUBLAS_DIAG_NON_UNIT, size, left, &one, corner, n, below, n));
}
void solve_below(cublasHandle_t cublas, int size, int left, std::int64_t n, const double* corner,
                 double* below) {
  const double one = 1;
  check(cublasDtrsm_64(cublas, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_T,
                       CUBLAS_DIAG_NON_UNIT, size, left, &one, corner, n, below, n));
}
void subtract_square(cublasHandle_t cublas, int size, int left, std::int64_t n, const float* below,
                     float* rest) {
  const float one = 1;
  const float minus_one = -1;
  check(cublasSsyrk_64(cublas, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_T, left, size, &minus_one, below,
                       n, &one, rest, n));
}
void subtract_square(cublasHandle_t cublas, int size, int left, std::int64_t n, const double* below,
                     double* rest) {
  const double one = 1;
  const double minus_one = -1;
  check(cublasDsyrk_64(cublas, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_T, left, size, &minus_one, below,
                       n, &one, rest, n));
}
void invert(cublasHandle_t cublas, int n, float** matrices, int* pivots, float** inverses,
            int* failed, int count) {
  check(cublasSgetrfBatched(cublas, n, matrices, n, pivots, failed, count));
  check(cublasSgetriBatched(cublas, n, matrices, n, pivots, inverses, n, failed + count, count));
}
void invert(cublasHandle_t cublas, int n, double** matrices, int* pivots, double** inverses,
            int* failed, int count) {
  check(cublasDgetrfBatched(cublas, n, matrices, n, pivots, failed, count));
  check(cublasDgetriBatched(cublas, n, matrices, n, pivots, inverses, n, failed + count, count));
}

// Memory that is given back when the work that uses it is queued.
template <typename T>
T* scratch(KernelContext& context, Tensor& owner, std::int64_t elements) {
  owner = context.allocate_kept(0, DType::uint8,
                                Shape{elements * static_cast<std::int64_t>(sizeof(T))});
  return static_cast<T*>(owner.data());
}

// Whether any of so many numbers is not 0, when all that is queued is done.
bool any_set(CudaDevice& device, const int* numbers, std::int64_t count) {
  std::vector<int> on_host(static_cast<std::size_t>(count));
  device.copy_to_host(on_host.data(), numbers, on_host.size() * sizeof(int));
  return std::ranges::any_of(on_host, [](int number) { return number != 0; });
}

template <typename T>
void factor(KernelContext& context, const T* from, T* to, std::int64_t n, std::int64_t matrices) {
  CudaDevice& device = cuda_device(context);
  const std::int64_t elements = matrices * n * n;
  launch_per_item(device, elements, copy_lower<T>, from, to, elements, n);
  Tensor owner;
  int* const failed = scratch<int>(context, owner, 1);
  check(cudaMemsetAsync(failed, 0, sizeof(int), device.stream()));
  for (std::int64_t first = 0; first < n; first += kFactored) {
    const int size = static_cast<int>(std::min<std::int64_t>(kFactored, n - first));
    launch_blocks(device, matrices, kThreadsPerBlock, factor_diagonal_blocks<T>, to, n, first, size,
                  failed);
    const std::int64_t left = n - first - size;
    if (left == 0) break;
    for (std::int64_t m = 0; m < matrices; ++m) {
      T* const corner = to + m * n * n + first * n + first;
      T* const below = corner + size * n;
      solve_below(device.cublas(), size, static_cast<int>(left), n, corner, below);
      subtract_square(device.cublas(), size, static_cast<int>(left), n, below, below + size);
    }
  }
  if (any_set(device, failed, 1)) {
    KernelContext::invalid(
        "Cholesky decomposition was not successful. The input might not be valid.");
  }
}

template <typename T>
void invert_all(KernelContext& context, const T* from, T* to, std::int64_t n,
                std::int64_t matrices) {
  CudaDevice& device = cuda_device(context);
  const std::int64_t elements = matrices * n * n;
  Tensor owners[4];
  T* const factors = scratch<T>(context, owners[0], elements);
  T** const pointers = scratch<T*>(context, owners[1], 2 * matrices);
  int* const pivots = scratch<int>(context, owners[2], n * matrices);
  int* const failed = scratch<int>(context, owners[3], 2 * matrices);
  // The inverse of the transpose, which the matrix is to cuBLAS, is the inverse's transpose.
  if (context.attributes().boolean("adjoint")) {
    launch_per_item(device, elements, transpose_each<T>, from, factors, elements, n);
  } else {
    check(cudaMemcpyAsync(factors, from, static_cast<std::size_t>(elements) * sizeof(T),
                          cudaMemcpyDeviceToDevice, device.stream()));
  }
  launch_per_item(device, matrices, point_at_each<T>, factors, n * n, pointers, matrices);
  launch_per_item(device, matrices, point_at_each<T>, to, n * n, pointers + matrices, matrices);
  invert(device.cublas(), static_cast<int>(n), pointers, pivots, pointers + matrices, failed,
         static_cast<int>(matrices));
  if (any_set(device, failed, 2 * matrices)) KernelContext::invalid("Input is not invertible.");
}

// Calls solve(from, to, n, matrices) for input 0 and output 0.
template <typename Solve>
void for_square_matrices(KernelContext& context, const Solve& solve) {
  const Tensor& input = context.input(0);
  const Tensor& output = context.output();
  if (output.elements() == 0) return;
  const std::int64_t n = input.shape()[input.shape().rank() - 1];
  if (n > 0x7fff || input.elements() / (n * n) > 0x7fffffff) {
    KernelContext::invalid("matrices are too large or too many: " + to_string(input.shape()));
  }
  Reals::visit(input.dtype(), [&]<typename T>(std::type_identity<T>) {
    solve(static_cast<const T*>(input.data()), static_cast<T*>(output.data()), n,
          input.elements() / (n * n));
  });
}

}  // namespace

void cholesky_cuda(KernelContext& context) {
  for_square_matrices(context,
                      [&](const auto* from, auto* to, std::int64_t n, std::int64_t matrices) {
                        factor(context, from, to, n, matrices);
                      });
}

void matrix_inverse_cuda(KernelContext& context) {
  for_square_matrices(context,
                      [&](const auto* from, auto* to, std::int64_t n, std::int64_t matrices) {
                        invert_all(context, from, to, n, matrices);
                      });
}

}  // namespace graphrun
