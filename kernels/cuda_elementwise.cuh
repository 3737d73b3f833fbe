// Ops that compute an element of the output from elements of the inputs. Bound by memory: a thread
// loads and stores 16 bytes of the widest operand at once, which needs no more of the processor
// than coalesced access.
//
// The output may be one of the operands: a thread has read the elements of it that it writes, and
// no other thread reads them.
//
// An operation is a class with a device function of values in which arithmetic is done (floats for
// the 16-bit types): float operator()(float x, float y) const.

#pragma once

#include "backends/cuda/launch.cuh"
#include "kernels/binary_elementwise.h"
#include "kernels/cuda_arithmetic.cuh"

namespace graphrun {

// y[i] = op(x[i]).
template <typename In, typename Out, typename Op>
__global__ void apply_to_each(const In* x, Out* y, std::int64_t elements, Op op) {
  constexpr int kPack = kPackOf<In, Out>;
  const std::int64_t packs = elements / kPack;
  if (const std::int64_t i = thread_number(); i < packs) {
    const Pack<In, kPack> from = load_pack<kPack>(x, i);
    Pack<Out, kPack> to;
#pragma unroll
    for (int k = 0; k < kPack; ++k) to.at[k] = narrowed<Out>(op(widened(from.at[k])));
    store_pack(y, i, to);
  }
  // The elements of the last pack, which is not whole, have a thread each.
  const std::int64_t i = packs * kPack + thread_number();
  if (i < elements) y[i] = narrowed<Out>(op(widened(x[i])));
}

template <typename In, typename Out, typename Op>
void launch_unary(CudaDevice& device, const In* x, Out* y, std::int64_t elements, const Op& op) {
  constexpr int kPack = kPackOf<In, Out>;
  launch_per_item(device, (elements + kPack - 1) / kPack, apply_to_each<In, Out, Op>, x, y,
                  elements, op);
}

// z[i] = op(x[i], y[i]), where an operand that is no array is one element for all.
template <typename In, typename Out, typename Op>
__global__ void apply_to_pairs(const In* x, bool x_is_array, const In* y, bool y_is_array, Out* z,
                               std::int64_t elements, Op op) {
  constexpr int kPack = kPackOf<In, Out>;
  const std::int64_t packs = elements / kPack;
  const In x0 = x[0];
  const In y0 = y[0];
  if (const std::int64_t i = thread_number(); i < packs) {
    Pack<In, kPack> a;
    Pack<In, kPack> b;
#pragma unroll
    for (int k = 0; k < kPack; ++k) {
      a.at[k] = x0;
      b.at[k] = y0;
    }
    if (x_is_array) a = load_pack<kPack>(x, i);
    if (y_is_array) b = load_pack<kPack>(y, i);
    Pack<Out, kPack> to;
#pragma unroll
    for (int k = 0; k < kPack; ++k) {
      to.at[k] = narrowed<Out>(op(widened(a.at[k]), widened(b.at[k])));
    }
    store_pack(z, i, to);
  }
  const std::int64_t i = packs * kPack + thread_number();
  if (i < elements) {
    z[i] = narrowed<Out>(op(widened(x_is_array ? x[i] : x0), widened(y_is_array ? y[i] : y0)));
  }
}

// Where element `i` of the output is in both operands of a walk, and in its row: a row lies along
// the innermost axis.
struct BroadcastPlace {
  std::int64_t a = 0;
  std::int64_t b = 0;
  std::int64_t column = 0;
};

// Index: 32 bits where that holds every element, since 64-bit division is several times as slow.
template <typename Index>
__device__ inline BroadcastPlace place_of(const BroadcastWalk& walk, Index i) {
  BroadcastPlace place;
  for (int axis = walk.axes - 1; axis >= 0; --axis) {
    const auto at = static_cast<std::size_t>(axis);
    const Index next = axis == 0 ? 0 : i / static_cast<Index>(walk.extent[at]);
    const auto index = static_cast<std::int64_t>(i - next * static_cast<Index>(walk.extent[at]));
    place.a += index * walk.a_step[at];
    place.b += index * walk.b_step[at];
    if (axis == walk.axes - 1) place.column = index;
    i = next;
  }
  return place;
}
// A function of its own: inlined, it would be most of the code of every kernel that calls it.
__device__ __noinline__ static BroadcastPlace place_of(const BroadcastWalk& walk, std::int64_t i,
                                                       std::int64_t elements) {
  return elements >> 32 == 0 ? place_of<std::uint32_t>(walk, static_cast<std::uint32_t>(i))
                             : place_of<std::int64_t>(walk, i);
}

// How many elements a thread makes where operands are repeated: few, as each is a place to find.
template <typename In, typename Out>
inline constexpr int kBroadcastPack = kPackOf<In, Out> < 4 ? kPackOf<In, Out> : 4;

// z = op(x, y), the operands repeated as `walk` says. A thread makes a pack of z, and finds its
// place in the operands once where the pack lies in one row.
template <typename In, typename Out, typename Op>
__global__ void apply_to_broadcast(const In* x, const In* y, Out* z, std::int64_t elements,
                                   const __grid_constant__ BroadcastWalk walk, Op op) {
  constexpr int kPack = kBroadcastPack<In, Out>;
  const auto last = static_cast<std::size_t>(walk.axes - 1);
  const std::int64_t packs = (elements + kPack - 1) / kPack;
  if (const std::int64_t i = thread_number(); i < packs) {
    const std::int64_t first = i * kPack;
    BroadcastPlace at = place_of(walk, first, elements);
    Pack<Out, kPack> to;
#pragma unroll
    for (int k = 0; k < kPack; ++k) {
      if (first + k < elements) {
        to.at[k] = narrowed<Out>(op(widened(x[at.a]), widened(y[at.b])));
        at.a += walk.a_step[last];
        at.b += walk.b_step[last];
        if (++at.column == walk.extent[last] && first + k + 1 < elements) {
          at = place_of(walk, first + k + 1, elements);
        }
      }
    }
    if (first + kPack <= elements) {
      store_pack(z, i, to);
    } else {
#pragma unroll
      for (int k = 0; k < kPack; ++k) {
        if (first + k < elements) z[first + k] = to.at[k];
      }
    }
  }
}

// Two operands in these shapes, which may differ from the tensors' where an axis is to be matched
// that broadcasting would not (BiasAdd). REQUIRES: as BroadcastWalk.
template <typename In, typename Out, typename Op>
void launch_binary(CudaDevice& device, const In* x, const Shape& x_shape, const In* y,
                   const Shape& y_shape, Out* z, const Shape& z_shape, const Op& op) {
  const BroadcastWalk walk(x_shape, y_shape, z_shape);
  const std::int64_t elements = z_shape.elements();
  const auto packs = [&](int pack) { return (elements + pack - 1) / pack; };
  if (walk.axes == 1) {
    launch_per_item(device, packs(kPackOf<In, Out>), apply_to_pairs<In, Out, Op>, x,
                    walk.a_step[0] != 0, y, walk.b_step[0] != 0, z, elements, op);
  } else {
    launch_per_item(device, packs(kBroadcastPack<In, Out>), apply_to_broadcast<In, Out, Op>, x, y,
                    z, elements, walk, op);
  }
}

// The kernel of an op of one operand whose type is one of Types; the result is of the same type, or
// of booleans where the operation answers with one.
template <typename Types, typename Op>
void unary_cuda(KernelContext& context, const Op& op) {
  const Tensor& input = context.input(0);
  const Tensor& output = context.output_in_place_of({0});
  if (output.elements() == 0) return;
  CudaDevice& device = cuda_device(context);
  Types::visit(input.dtype(), [&]<typename T>(std::type_identity<T>) {
    using Result = decltype(op(Operand<T>{}));
    using Out = std::conditional_t<std::is_same_v<Result, bool>, bool, T>;
    launch_unary(device, static_cast<const T*>(input.data()), static_cast<Out*>(output.data()),
                 output.elements(), op);
  });
}

// Likewise of two operands, broadcast as numpy does. `x_input`: which of the inputs is x, 0 or 1;
// the other one is y.
template <typename Types, typename Op>
void binary_cuda(KernelContext& context, const Op& op, int x_input = 0) {
  const Tensor& x = context.input(x_input);
  const Tensor& y = context.input(1 - x_input);
  const Tensor& z = context.output_in_place_of({0, 1});
  if (z.elements() == 0) return;
  CudaDevice& device = cuda_device(context);
  Types::visit(x.dtype(), [&]<typename T>(std::type_identity<T>) {
    using Result = decltype(op(Operand<T>{}, Operand<T>{}));
    using Out = std::conditional_t<std::is_same_v<Result, bool>, bool, T>;
    launch_binary(device, static_cast<const T*>(x.data()), x.shape(),
                  static_cast<const T*>(y.data()), y.shape(), static_cast<Out*>(z.data()),
                  z.shape(), op);
  });
}

}  // namespace graphrun
