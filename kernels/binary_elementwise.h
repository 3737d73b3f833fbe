// Ops of two operands, element by element, broadcast as numpy does: Add, Sub, Mul.

#pragma once

#include <array>
#include <cstdint>

#include "graph/shape_rules.h"
#include "kernels/for_dtype.h"
#include "runtime/compute_share.h"
#include "runtime/kernel_context.h"
#include "runtime/parallel_for.h"

namespace graphrun {

// How to walk two operands over the output. Neighbouring axes along which both operands are either
// whole or repeated are one axis here.
struct BroadcastWalk {
  int axes = 0;                                      // from the outermost
  std::array<std::int64_t, Shape::kMaxRank> extent{};
  std::array<std::int64_t, Shape::kMaxRank> a_step{};  // 0: repeated along this axis
  std::array<std::int64_t, Shape::kMaxRank> b_step{};

  BroadcastWalk(const Shape& a, const Shape& b, const Shape& out);
};

// Enough elements to be worth another thread, and worth asking for a share of the cores.
inline constexpr std::int64_t kElementwiseGrain = 32 * 1024;

template <typename T, typename Op>
void apply_rows(const T* a, const T* b, T* out, const BroadcastWalk& walk, const Op& op) {
  using A = Arithmetic<T>;
  const int last = walk.axes - 1;
  const std::int64_t row = walk.extent[static_cast<std::size_t>(last)];
  const std::int64_t a_step = walk.a_step[static_cast<std::size_t>(last)];
  const std::int64_t b_step = walk.b_step[static_cast<std::size_t>(last)];
  std::int64_t rows = 1;
  for (int axis = 0; axis < last; ++axis) rows *= walk.extent[static_cast<std::size_t>(axis)];

  const auto apply_row = [&](std::int64_t r, std::int64_t first, std::int64_t end) {
    std::int64_t a_at = 0;
    std::int64_t b_at = 0;
    std::int64_t rest = r;
    for (int axis = last - 1; axis >= 0; --axis) {
      const auto i = static_cast<std::size_t>(axis);
      a_at += rest % walk.extent[i] * walk.a_step[i];
      b_at += rest % walk.extent[i] * walk.b_step[i];
      rest /= walk.extent[i];
    }
    const T* x = a + a_at;
    const T* y = b + b_at;
    T* z = out + r * row;
    // Three loops, so that each is one that a compiler vectorises.
    if (a_step == 1 && b_step == 1) {
      for (std::int64_t i = first; i < end; ++i) z[i] = T(op(A(x[i]), A(y[i])));
    } else if (b_step == 0) {
      const A scalar(y[0]);
      for (std::int64_t i = first; i < end; ++i) z[i] = T(op(A(x[i * a_step]), scalar));
    } else {
      const A scalar(x[0]);
      for (std::int64_t i = first; i < end; ++i) z[i] = T(op(scalar, A(y[i])));
    }
  };
  if (rows == 1) {
    parallel_for(row, kElementwiseGrain,
                 [&](std::int64_t first, std::int64_t end) { apply_row(0, first, end); });
  } else {
    const std::int64_t grain = std::max<std::int64_t>(1, kElementwiseGrain / std::max<std::int64_t>(row, 1));
    parallel_for(rows, grain, [&](std::int64_t first, std::int64_t end) {
      for (std::int64_t r = first; r < end; ++r) apply_row(r, 0, row);
    });
  }
}

// The kernel of an op: `op` is called with operands of Arithmetic<T>.
template <typename Op>
void binary_elementwise(KernelContext& context, const Op& op) {
  const Tensor& a = context.input(0);
  const Tensor& b = context.input(1);
  const Tensor& out = context.output();
  if (out.elements() == 0) return;
  for_number_type(out.dtype(), [&]<typename T>(std::type_identity<T>) {
    const BroadcastWalk walk(a.shape(), b.shape(), out.shape());
    const auto apply = [&] {
      apply_rows(static_cast<const T*>(a.data()), static_cast<const T*>(b.data()),
                 static_cast<T*>(out.data()), walk, op);
    };
    if (out.elements() < 2 * kElementwiseGrain) {
      apply();
    } else {
      const ComputeShare share;
      apply();
    }
  });
}

// What TensorFlow 1.15 registers for Add, Sub and Mul: on a GPU int32 is computed in host memory.
std::vector<KernelDef> binary_arithmetic_kernels(KernelFn cpu);

// The row of such an op. `T` is its one type attribute.
OpDef binary_arithmetic_op(std::string name, std::string summary, KernelFn cpu);

}  // namespace graphrun
