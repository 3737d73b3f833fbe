// A GPU, or one of the logical GPUs that it is split into: a stream for each queue, memory of its
// own, a cuBLAS handle. Its kernels are those of the module's table.

#pragma once

#include <array>
#include <memory>
#include <mutex>

#include "backends/cuda/cuda_handles.h"
#include "backends/cuda/cuda_memory.h"
#include "backends/cuda/pinned_ring.h"
#include "runtime/device.h"
#include "runtime/kernel_context.h"
#include "runtime/matmul_precision.h"

namespace graphrun {

class CudaDevice final : public Device {
 public:
  // As GpuModuleInterface::open.
  CudaDevice(DeviceInfo info, Memory& host, bool allow_growth, MatmulPrecision precision);
  // Waits for what is queued.
  ~CudaDevice() override;
  CudaDevice(const CudaDevice&) = delete;
  CudaDevice& operator=(const CudaDevice&) = delete;

  const DeviceInfo& info() const override { return info_; }
  DeviceType kernels() const override { return DeviceType::gpu; }
  Memory& memory() override { return memory_; }
  Memory& host_memory() override { return host_; }

  void copy_from_host(void* to, const void* from, std::size_t bytes) override;
  void copy_to_host(void* to, const void* from, std::size_t bytes) override;
  bool copy_from_peer(void* to, const void* from, std::size_t bytes) override;
  void queue_copy_from_host(DeviceQueue queue, void* to, const void* from,
                            std::size_t bytes) override;
  void queue_copy_to_host(DeviceQueue queue, void* to, const void* from,
                          std::size_t bytes) override;
  // Always true: where the GPUs do not reach each other's memory, the driver goes by the host.
  bool queue_copy_from_peer(DeviceQueue queue, void* to, const void* from,
                            std::size_t bytes) override;
  std::unique_ptr<Event> make_event() override;
  void record(DeviceQueue queue, Event& event) override;
  void wait_for(DeviceQueue queue, const Event& event) override;
  void synchronize() override;

  // For kernels. The queue that they compute on:
  cudaStream_t stream() const { return stream(DeviceQueue::compute); }
  // Made when it is first asked for; it works on stream(). From the thread that computes alone.
  cublasHandle_t cublas();
  // What was asked for, but highest where the GPU has no TF32.
  MatmulPrecision matmul_precision() const { return precision_; }
  // The calling thread's launches and allocations are of this device from now on.
  void make_current() const { check(cudaSetDevice(info_.ordinal)); }

 private:
  struct Cublas;

  cudaStream_t stream(DeviceQueue queue) const {
    return streams_[static_cast<std::size_t>(queue)].get();
  }
  // `queue` waits for what the other queues have been given so far.
  void wait_for_others(DeviceQueue queue);
  // Lets this GPU read the memory of another where the hardware can.
  void reach(int peer);

  // In this order: handles are of the device that is current.
  struct Current {
    explicit Current(int ordinal) { check(cudaSetDevice(ordinal)); }
  };
  DeviceInfo info_;
  Current current_;
  Memory& host_;
  MatmulPrecision precision_;
  CudaMemory memory_;
  std::array<CudaStream, 3> streams_;  // by DeviceQueue
  std::mutex marks_mutex_;
  std::array<CudaMark, 3> marks_;  // of wait_for_others, by DeviceQueue
  PinnedRing ring_in_;
  PinnedRing ring_out_;
  std::mutex peers_mutex_;
  std::vector<int> peers_;  // that reach() has dealt with
  std::unique_ptr<Cublas> cublas_;
};

// The device that a kernel runs on, made current. REQUIRES: it is a CudaDevice, as is every device
// that the module's kernels are called for.
inline CudaDevice& cuda_device(KernelContext& context) {
  auto& device = static_cast<CudaDevice&>(context.device());
  device.make_current();
  return device;
}

}  // namespace graphrun
