#include "backends/cuda/cuda_memory.h"

#include <cuda_runtime.h>

#include "runtime/bfc_report.h"

namespace graphrun {

// Any thread may need memory, so none can count on its current device.
void* CudaRegions::take(std::size_t bytes) {
  void* region = nullptr;
  cudaError_t status = cudaSetDevice(ordinal_);
  if (status == cudaSuccess) {
    status = is_unified_ ? cudaMallocManaged(&region, bytes) : cudaMalloc(&region, bytes);
  }
  if (status == cudaSuccess) return region;
  static_cast<void>(cudaGetLastError());  // a refusal is an answer; whoever asked says it
  return nullptr;
}

// cudaFree waits for all work of the device, that of kernels which use the region too. Its status
// is dropped: a failure is one of earlier work, which whoever waits for that work is told.
void CudaRegions::give_back(void* region, std::size_t) noexcept {
  if (cudaSetDevice(ordinal_) == cudaSuccess) static_cast<void>(cudaFree(region));
}

std::string CudaMemory::report(std::size_t requested_bytes) const {
  return bfc_report(allocator_.snapshot(), requested_bytes);
}

}  // namespace graphrun
