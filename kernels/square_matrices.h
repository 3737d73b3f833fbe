// What ops on square matrices, in the last two axes of a tensor, share: Cholesky, MatrixInverse.

#pragma once

#include <atomic>
#include <cstdint>

#include "graph/shape_context.h"
#include "runtime/compute_share.h"
#include "runtime/kernel_context.h"
#include "runtime/parallel_for.h"

namespace graphrun {

// The output has the input's shape, whose last two extents must be equal. Throws ShapeFault.
void same_square_matrices(ShapeContext& context);

// Enough multiplications to be worth another thread.
inline constexpr std::int64_t kMatrixGrain = 32 * 1024;

// Calls solve(from, to, n) for each matrix of input 0 and the matrix of output 0 in its place;
// false: it cannot be done. Small matrices are solved side by side. Throws Error with `failure`.
template <typename T, typename Solve>
void for_each_square_matrix(KernelContext& context, const char* failure, const Solve& solve) {
  const Tensor& input = context.input(0);
  const Tensor& output = context.output();
  if (output.elements() == 0) return;
  const std::int64_t n = input.shape()[input.shape().rank() - 1];
  const std::int64_t matrices = input.elements() / (n * n);
  std::atomic<bool> failed = false;
  const auto solve_some = [&](std::int64_t first, std::int64_t end) {
    for (std::int64_t i = first; i < end; ++i) {
      const T* from = static_cast<const T*>(input.data()) + i * n * n;
      T* to = static_cast<T*>(output.data()) + i * n * n;
      if (!solve(from, to, n)) failed = true;
    }
  };
  {
    const ComputeShare share;
    if (matrices >= share.threads()) {
      parallel_for(matrices, std::max<std::int64_t>(1, kMatrixGrain / (n * n * n)), solve_some);
    } else {
      solve_some(0, matrices);
    }
  }
  if (failed) KernelContext::invalid(failure);
}

}  // namespace graphrun
