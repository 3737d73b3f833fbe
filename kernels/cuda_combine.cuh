// Combining the values of the threads of a warp or of a block. All threads get the result, and all
// must take part.

#pragma once

#include <cstdint>

#include "backends/cuda/launch.cuh"

namespace graphrun {

inline constexpr int kWarp = 32;
inline constexpr int kWarpsPerBlock = kThreadsPerBlock / kWarp;

// `combine` of every pair of values, in an order that depends on nothing else.
template <typename A, typename Combine>
__device__ inline A warp_combined(A value, const Combine& combine) {
  static_assert(sizeof(A) <= 8);
  for (int apart = kWarp / 2; apart > 0; apart /= 2) {
    value = combine(value, __shfl_xor_sync(0xffffffffu, value, apart));
  }
  return value;
}

// REQUIRES: kThreadsPerBlock threads; `identity` combined with a value is the value.
template <typename A, typename Combine>
__device__ inline A block_combined(A value, A identity, const Combine& combine) {
  __shared__ A of_warps[kWarpsPerBlock];
  value = warp_combined(value, combine);
  __syncthreads();  // before what the last call left is overwritten
  if (threadIdx.x % kWarp == 0) of_warps[threadIdx.x / kWarp] = value;
  __syncthreads();
  const auto lane = threadIdx.x % kWarp;
  return warp_combined(lane < kWarpsPerBlock ? of_warps[lane] : identity, combine);
}

}  // namespace graphrun
