// In place of lib/backends/cuda/launch.cuh, whose launches only nvcc can read. The same names and
// contracts.

#pragma once

#include <cstdint>

#include "backends/cuda/cuda_device.h"
#include "emulated_threads.h"

namespace graphrun {

inline constexpr int kThreadsPerBlock = 256;

inline std::int64_t thread_number() { return std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; }
inline std::int64_t thread_count() { return std::int64_t{gridDim.x} * blockDim.x; }

template <typename... Params, typename... Args>
void launch_blocks(CudaDevice&, std::int64_t blocks, int threads, void (*kernel)(Params...),
                   const Args&... args) {
  emulated_launch(blocks, threads, [&] { kernel(args...); });
}

template <typename... Params, typename... Args>
void launch_per_item(CudaDevice& device, std::int64_t items, void (*kernel)(Params...),
                     const Args&... args) {
  if (items <= 0) return;
  launch_blocks(device, (items + kThreadsPerBlock - 1) / kThreadsPerBlock, kThreadsPerBlock, kernel,
                args...);
}

}  // namespace graphrun
