// Ops of two operands, element by element, broadcast as numpy does: Add, FloorDiv, Maximum, Less.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "graph/shape_rules.h"
#include "kernels/for_dtype.h"
#include "kernels/type_list.h"
#include "runtime/compute_share.h"
#include "runtime/kernel_context.h"
#include "runtime/parallel_for.h"

namespace graphrun {

// How to walk two operands over the output. Neighbouring axes along which both operands are either
// whole or repeated are one axis here.
struct BroadcastWalk {
  int axes = 0;  // from the outermost; at least one
  std::array<std::int64_t, Shape::kMaxRank> extent{};
  std::array<std::int64_t, Shape::kMaxRank> a_step{};  // 0: repeated along this axis
  std::array<std::int64_t, Shape::kMaxRank> b_step{};

  // REQUIRES: `out` has elements, and is the shape of `a` and `b` broadcast.
  BroadcastWalk(const Shape& a, const Shape& b, const Shape& out);
};

// The rows of a walk, one after the other: a row lies along the innermost axis.
class BroadcastRows {
 public:
  BroadcastRows(const BroadcastWalk& walk, std::int64_t row);

  std::int64_t a_at() const { return a_at_; }  // where the row begins, in elements
  std::int64_t b_at() const { return b_at_; }
  void next() {
    for (int axis = walk_.axes - 2; axis >= 0; --axis) {
      const auto i = static_cast<std::size_t>(axis);
      a_at_ += walk_.a_step[i];
      b_at_ += walk_.b_step[i];
      if (++index_[i] < walk_.extent[i]) return;
      index_[i] = 0;
      a_at_ -= walk_.a_step[i] * walk_.extent[i];
      b_at_ -= walk_.b_step[i] * walk_.extent[i];
    }
  }

 private:
  const BroadcastWalk& walk_;
  std::array<std::int64_t, Shape::kMaxRank> index_{};
  std::int64_t a_at_ = 0;
  std::int64_t b_at_ = 0;
};

// Enough elements to be worth another thread, and worth asking for a share of the cores.
inline constexpr std::int64_t kElementwiseGrain = 32 * 1024;

// Calls run(), with a share of the cores where there is enough to do for more than one.
template <typename Run>
void run_shared(std::int64_t elements, const Run& run) {
  if (elements < 2 * kElementwiseGrain) return run();
  const ComputeShare share;
  run();
}

// A part of a row: where it begins in both operands and in the output, and the operands' steps.
struct RowPart {
  std::int64_t a_at, a_step;
  std::int64_t b_at, b_step;
  std::int64_t out_at;
  std::int64_t elements;
};

// Calls apply(part) for parts that together are the whole walk, side by side where there are enough
// elements. `apply` must not throw.
template <typename Apply>
void for_row_parts(const BroadcastWalk& walk, const Apply& apply) {
  const auto last = static_cast<std::size_t>(walk.axes - 1);
  const std::int64_t row = walk.extent[last];
  std::int64_t rows = 1;
  for (std::size_t axis = 0; axis < last; ++axis) rows *= walk.extent[axis];
  const auto apply_part = [&](const BroadcastRows& at, std::int64_t r, std::int64_t first,
                              std::int64_t end) {
    const std::int64_t a_step = walk.a_step[last];
    const std::int64_t b_step = walk.b_step[last];
    apply(RowPart{at.a_at() + first * a_step, a_step, at.b_at() + first * b_step, b_step,
                  r * row + first, end - first});
  };
  if (row >= 2 * kElementwiseGrain) {
    BroadcastRows at(walk, 0);
    for (std::int64_t r = 0; r < rows; ++r, at.next()) {
      parallel_for(row, kElementwiseGrain,
                   [&](std::int64_t first, std::int64_t end) { apply_part(at, r, first, end); });
    }
  } else {
    parallel_for(rows, std::max<std::int64_t>(1, kElementwiseGrain / row),
                 [&](std::int64_t first, std::int64_t end) {
                   BroadcastRows at(walk, first);
                   for (std::int64_t r = first; r < end; ++r, at.next()) {
                     apply_part(at, r, 0, row);
                   }
                 });
  }
}

// Three loops, so that each is one that a compiler vectorises. The output may be one of the
// operands itself, element for element, which is no reason not to.
template <typename In, typename Out, typename Op>
void apply_row(const In* x, std::int64_t x_step, const In* y, std::int64_t y_step, Out* z,
               std::int64_t elements, const Op& op) {
  if (x_step != 0 && y_step != 0) {
#pragma GCC ivdep
    for (std::int64_t i = 0; i < elements; ++i) z[i] = op(x[i], y[i]);
  } else if (x_step != 0) {
    const In scalar = y[0];
#pragma GCC ivdep
    for (std::int64_t i = 0; i < elements; ++i) z[i] = op(x[i], scalar);
  } else {
    const In scalar = x[0];
#pragma GCC ivdep
    for (std::int64_t i = 0; i < elements; ++i) z[i] = op(scalar, y[i]);
  }
}

// Two operands in these shapes, which may differ from the tensors' where an axis is to be matched
// that broadcasting would not (BiasAdd). REQUIRES: as BroadcastWalk.
template <typename In, typename Out, typename Op>
void apply_broadcast(const In* a, const Shape& a_shape, const In* b, const Shape& b_shape, Out* out,
                     const Shape& out_shape, const Op& op) {
  const BroadcastWalk walk(a_shape, b_shape, out_shape);
  run_shared(out_shape.elements(), [&] {
    for_row_parts(walk, [&](const RowPart& part) {
      apply_row(a + part.a_at, part.a_step, b + part.b_at, part.b_step, out + part.out_at,
                part.elements, op);
    });
  });
}

// The kernel of an op from In to Out: `op` is called with operands of In.
template <typename In, typename Out, typename Op>
void apply_broadcast(KernelContext& context, const Op& op) {
  const Tensor& a = context.input(0);
  const Tensor& b = context.input(1);
  const Tensor& out = context.output_in_place_of({0, 1});
  if (out.elements() == 0) return;
  apply_broadcast(static_cast<const In*>(a.data()), a.shape(), static_cast<const In*>(b.data()),
                  b.shape(), static_cast<Out*>(out.data()), out.shape(), op);
}

// The kernel of an op whose integers wrap around, for every number type: `op` is called with
// operands of Arithmetic<T>, integers narrower than 32 bits as std::uint32_t, since C++ would
// multiply two 16-bit ones as signed.
template <typename Op>
void binary_elementwise(KernelContext& context, const Op& op) {
  for_number_type(context.input(0).dtype(), [&]<typename T>(std::type_identity<T>) {
    using A =
        typename std::conditional_t<std::is_integral_v<T> && sizeof(T) < sizeof(std::uint32_t),
                                    std::type_identity<std::uint32_t>,
                                    std::type_identity<Arithmetic<T>>>::type;
    apply_broadcast<T, T>(context, [&](T x, T y) { return T(op(A(x), A(y))); });
  });
}

// The kernel of an op for the types of a TypeList: `op` is called with operands of Operand<T>.
template <typename Types, typename Op>
void binary_elementwise_of(KernelContext& context, const Op& op) {
  Types::visit(context.input(0).dtype(), [&]<typename T>(std::type_identity<T>) {
    using A = Operand<T>;
    apply_broadcast<T, T>(context, [&](T x, T y) { return T(op(A(x), A(y))); });
  });
}

// What TensorFlow 1.15 allows for most arithmetic, and for some: its BINARY_MORE and BINARY_FEWER.
inline constexpr DTypes kMoreNumberTypes =
    kFloatTypes |
    DTypes{DType::int8, DType::int16, DType::int32, DType::int64, DType::uint8, DType::uint16};
inline constexpr DTypes kFewerNumberTypes = kFloatTypes | DTypes{DType::int32, DType::int64};

struct BinaryOp {
  std::string name;
  std::string summary;
  DTypes allowed;
  DTypes on_cpu;
  DTypes on_gpu;                   // with operands and result in the GPU's memory
  bool has_int32_on_host = false;  // on the GPU too, with all three in host memory
  KernelFn cpu = nullptr;
  std::vector<BlockDef> blocks = {};  // of kernels/blocks.h
  std::string x, y;                   // the example's operands
};

// The row of an op from two operands of `T`, its one type attribute, to a third.
OpDef binary_op(BinaryOp op);
std::vector<KernelDef> binary_kernels(const BinaryOp& op);
// A graph file that applies an op to two constants, given as they stand in the file.
std::string binary_example(const std::string& op, const std::string& x, const std::string& y);

// The row of Add, Sub and Mul.
OpDef binary_arithmetic_op(std::string name, std::string summary, KernelFn cpu,
                           std::vector<BlockDef> blocks);

}  // namespace graphrun
