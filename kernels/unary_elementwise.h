// Ops of one operand, element by element: Neg, Exp, Relu, IsNan.
//
// Functions of real numbers alone go through kernels/vector_math.h (unary_function); what is a few
// instructions, and all that integers have too, is a loop that the compiler vectorises
// (unary_elementwise).

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "graph/op_catalog.h"
#include "kernels/for_dtype.h"
#include "kernels/half_arrays.h"
#include "kernels/vector_math.h"
#include "runtime/compute_share.h"
#include "runtime/kernel_context.h"
#include "runtime/parallel_for.h"

namespace graphrun {

// The type in which an operation of one operand is done: float for the 16-bit types. Integers keep
// their sign here, so whoever negates or multiplies them does it in `wrapped`.
template <typename T>
using Computed =
    std::conditional_t<std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>, float, T>;

// An integer as the unsigned number that it is modulo 2^32 or 2^64: there arithmetic wraps around.
template <typename T>
constexpr auto wrapped(T integer) {
  return static_cast<std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>>(integer);
}

// Calls act(first, end) for ranges that together cover [0, elements), on several cores where that
// is worth it. `act` must not throw.
template <typename Act>
void for_each_range(std::int64_t elements, const Act& act) {
  constexpr std::int64_t kGrain = 32 * 1024;
  if (elements < 2 * kGrain) {
    if (elements > 0) act(std::int64_t{0}, elements);
    return;
  }
  const ComputeShare share;
  parallel_for(elements, kGrain, act);
}

// Computes 16-bit floats as floats: calls act(from, to, size) with blocks that stay in the cache.
template <typename T, typename Act>
void in_float_blocks(const T* x, T* y, std::int64_t elements, const Act& act) {
  constexpr std::int64_t kBlockElements = 1024;
  std::array<float, kBlockElements> from;
  std::array<float, kBlockElements> to;
  for (std::int64_t at = 0; at < elements; at += kBlockElements) {
    const std::int64_t size = std::min(kBlockElements, elements - at);
    to_floats(x + at, from.data(), size);
    act(from.data(), to.data(), size);
    from_floats(to.data(), y + at, size);
  }
}

// y[i] = op(x[i]); y may be x.
template <typename T, typename Out, typename Op>
void apply_each(const T* x, Out* y, std::int64_t elements, const Op& op) {
  if constexpr (std::is_same_v<T, Out> && !std::is_same_v<T, Computed<T>>) {
    in_float_blocks(x, y, elements, [&op](const float* from, float* to, std::int64_t size) {
      apply_each(from, to, size, op);
    });
  } else {
#pragma GCC ivdep
    for (std::int64_t i = 0; i < elements; ++i) y[i] = static_cast<Out>(op(Computed<T>(x[i])));
  }
}

// The kernel of an op on tensors of one of Types: `op` is called with a Computed<T>, and the output
// is of T, or of bool where `op` answers with one.
template <typename... Types, typename Op>
void unary_elementwise(KernelContext& context, const Op& op) {
  const Tensor& input = context.input(0);
  const Tensor& output = context.output_in_place_of({0});
  const auto apply = [&]<typename T>(std::type_identity<T>) {
    if (input.dtype() != dtype_of<T>) return;
    using Result = std::invoke_result_t<Op, Computed<T>>;
    using Out = std::conditional_t<std::is_same_v<Result, bool>, bool, T>;
    const T* x = static_cast<const T*>(input.data());
    Out* y = static_cast<Out*>(output.data());
    for_each_range(output.elements(), [x, y, &op](std::int64_t first, std::int64_t end) {
      apply_each(x + first, y + first, end - first, op);
    });
  };
  (apply(std::type_identity<Types>{}), ...);
}

// The kernel of an op on the four floating point types that is a function of real numbers.
void unary_function(KernelContext& context, const VectorFunction& function);

struct UnaryTypes {
  DTypes allowed;
  DTypes cpu;
  DTypes gpu;
  DTypes gpu_in_host_memory;  // computed there although the op is on a GPU
};

// As TensorFlow 1.15 registers functions of real numbers, and with bfloat16 on the CPU, which came
// with 2.1.
inline constexpr UnaryTypes kRealTypes = {
    .allowed = kFloatTypes, .cpu = kFloatTypes, .gpu = kGpuFloatTypes};

struct UnaryOp {
  std::string name;
  std::string summary;
  UnaryTypes types = kRealTypes;
  KernelFn cpu = nullptr;
  std::vector<BlockDef> blocks = {};  // of kernels/blocks.h
  std::string input = "x";
  std::string output = "y";
  std::string example_value = "[-1.5, 0.0, 2.5]";
};

// The row of such an op: `T` is its one type attribute.
OpDef unary_op(const UnaryOp& op);

// A graph file whose node y is the op on a constant of that value. `more`: ", attribute: value".
std::string unary_example(const std::string& op, const std::string& value,
                          const std::string& more = "");

}  // namespace graphrun
