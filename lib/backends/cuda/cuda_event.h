// A CUDA event as what the executor waits for.

#pragma once

#include "backends/cuda/cuda_handles.h"
#include "runtime/device.h"

namespace graphrun {

class CudaEvent final : public Event {
 public:
  bool is_done() const override {
    const cudaError_t status = cudaEventQuery(mark_.get());
    if (status == cudaErrorNotReady) {
      static_cast<void>(cudaGetLastError());  // no failure, but kept as the last one
      return false;
    }
    check(status);
    return true;
  }
  void wait() const override { check(cudaEventSynchronize(mark_.get())); }

  cudaEvent_t get() const { return mark_.get(); }

 private:
  CudaMark mark_;
};

}  // namespace graphrun
