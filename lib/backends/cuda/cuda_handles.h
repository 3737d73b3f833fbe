// Streams and events of CUDA that free themselves. A handle is of the device that was current when
// it was made.

#pragma once

#include <cuda_runtime.h>

#include "backends/cuda/check.h"

namespace graphrun {

class CudaStream {
 public:
  // Does not wait for the legacy default stream, which nothing here uses.
  CudaStream() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  // A status is dropped: what failed before has been reported, and nothing can be done about it.
  ~CudaStream() { static_cast<void>(cudaStreamDestroy(stream_)); }
  CudaStream(const CudaStream&) = delete;
  CudaStream& operator=(const CudaStream&) = delete;

  cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

class CudaMark {
 public:
  // Without times, which make recording slower.
  CudaMark() { check(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming)); }
  ~CudaMark() { static_cast<void>(cudaEventDestroy(event_)); }
  CudaMark(const CudaMark&) = delete;
  CudaMark& operator=(const CudaMark&) = delete;

  cudaEvent_t get() const { return event_; }

 private:
  cudaEvent_t event_ = nullptr;
};

}  // namespace graphrun
