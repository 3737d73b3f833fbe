// How many bytes of a GPU its allocator may take, by the rules of TensorFlow 1.15
// (common_runtime/gpu/gpu_device.cc). Numbers in, numbers out: no driver is asked.

#pragma once

#include <cstdint>

namespace graphrun {

// What the driver says of one GPU when the device is opened.
struct GpuMemory {
  std::uint64_t total_bytes = 0;
  std::uint64_t free_bytes = 0;
};

// What is left to the driver, its libraries and the screen when no fraction is given.
std::uint64_t reserved_gpu_memory(std::uint64_t free_bytes);

// `fraction` is per_process_gpu_memory_fraction, not negative. 0: what is free, less
// reserved_gpu_memory() where that is smaller. Otherwise a fraction of the total, whatever is free:
// it may exceed what the GPU can give, and above 1 it always does (unified memory, which the caller
// provides or refuses).
std::uint64_t gpu_memory_limit(const GpuMemory& memory, double fraction);

// `memory_limit_mb` of a virtual device, not negative: MiB, their fraction dropped.
std::uint64_t virtual_gpu_memory_limit(double memory_limit_mb);

}  // namespace graphrun
