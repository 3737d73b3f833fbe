// What every launch of a kernel has in common.

#pragma once

#include <cstdint>

#include "backends/cuda/cuda_device.h"

namespace graphrun {

// 8 warps: enough to hide the latency of memory, few enough that the last block wastes little.
inline constexpr int kThreadsPerBlock = 256;

// The number of this thread among all of the launch.
__device__ inline std::int64_t thread_number() {
  return std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
}
__device__ inline std::int64_t thread_count() { return std::int64_t{gridDim.x} * blockDim.x; }

// Queues kernel<<<blocks, threads>>>(args...) behind what the device computes.
// REQUIRES: 0 < blocks < 2^31; `device` is current.
template <typename... Params, typename... Args>
void launch_blocks(CudaDevice& device, std::int64_t blocks, int threads, void (*kernel)(Params...),
                   const Args&... args) {
  kernel<<<static_cast<unsigned>(blocks), static_cast<unsigned>(threads), 0, device.stream()>>>(
      args...);
  check(cudaGetLastError());
}

// A thread for each of `items`, of which there may be none: the kernel returns where its
// thread_number() is no item. A grid holds 2^39 threads, more than any memory has elements.
template <typename... Params, typename... Args>
void launch_per_item(CudaDevice& device, std::int64_t items, void (*kernel)(Params...),
                     const Args&... args) {
  if (items <= 0) return;  // a grid of zero blocks is an error to CUDA, not an empty job
  launch_blocks(device, (items + kThreadsPerBlock - 1) / kThreadsPerBlock, kThreadsPerBlock, kernel,
                args...);
}

}  // namespace graphrun
