#include "backends/cuda/cuda_device.h"

#include <fmt/format.h>

#include <algorithm>

#include "backends/cuda/cuda_event.h"

namespace graphrun {
namespace {

// What NVIDIA's documentation of cublasSetWorkspace recommends for Hopper; older GPUs need less.
constexpr std::size_t kCublasWorkspaceBytes = std::size_t{32} << 20;

constexpr std::array kQueues = {DeviceQueue::compute, DeviceQueue::copies_in,
                                DeviceQueue::copies_out};

bool is_unified(const DeviceInfo& info) {
  return info.memory_limit_bytes > info.total_memory_bytes;
}

}  // namespace

// The workspace is given once, so that products need none of the memory that is divided among
// tensors, and none while work is captured.
struct CudaDevice::Cublas {
  explicit Cublas(cudaStream_t stream) {
    check(cublasCreate(&handle));
    check(cublasSetStream(handle, stream));
    // Sums in float16 would lose what the accumulation in float32 is for.
    check(cublasSetMathMode(
        handle, static_cast<cublasMath_t>(CUBLAS_DEFAULT_MATH |
                                          CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION)));
    if (cudaMalloc(&workspace, kCublasWorkspaceBytes) == cudaSuccess) {
      check(cublasSetWorkspace(handle, workspace, kCublasWorkspaceBytes));
    } else {
      static_cast<void>(cudaGetLastError());  // cuBLAS then sees to it itself
      workspace = nullptr;
    }
  }
  // Statuses are dropped, as everywhere where something ends.
  ~Cublas() {
    static_cast<void>(cublasDestroy(handle));
    static_cast<void>(cudaFree(workspace));
  }
  Cublas(const Cublas&) = delete;
  Cublas& operator=(const Cublas&) = delete;

  cublasHandle_t handle = nullptr;
  void* workspace = nullptr;
};

CudaDevice::CudaDevice(DeviceInfo info, Memory& host, bool allow_growth, MatmulPrecision precision)
    : info_(std::move(info)),
      current_(info_.ordinal),
      host_(host),
      precision_(precision),
      memory_(info_.ordinal, is_unified(info_),
              {.name = fmt::format("GPU_{}_bfc", info_.name.id),
               .limit_bytes = info_.memory_limit_bytes,
               .allow_growth = allow_growth}) {
  constexpr int kAmpere = 8;
  int major = 0;
  check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, info_.ordinal));
  if (major < kAmpere) precision_ = MatmulPrecision::highest;
}

CudaDevice::~CudaDevice() {
  static_cast<void>(cudaSetDevice(info_.ordinal));
  for (const CudaStream& stream : streams_) static_cast<void>(cudaStreamSynchronize(stream.get()));
}

void CudaDevice::wait_for_others(DeviceQueue queue) {
  const std::lock_guard lock(marks_mutex_);
  for (const DeviceQueue other : kQueues) {
    if (other == queue) continue;
    cudaEvent_t mark = marks_[static_cast<std::size_t>(other)].get();
    check(cudaEventRecord(mark, stream(other)));
    check(cudaStreamWaitEvent(stream(queue), mark, 0));
  }
}

void CudaDevice::copy_from_host(void* to, const void* from, std::size_t bytes) {
  make_current();
  wait_for_others(DeviceQueue::copies_in);
  ring_in_.copy_in(stream(DeviceQueue::copies_in), to, from, bytes);
  check(cudaStreamSynchronize(stream(DeviceQueue::copies_in)));
}

void CudaDevice::copy_to_host(void* to, const void* from, std::size_t bytes) {
  make_current();
  wait_for_others(DeviceQueue::copies_out);
  ring_out_.copy_out(stream(DeviceQueue::copies_out), to, from, bytes);
}

bool CudaDevice::copy_from_peer(void* to, const void* from, std::size_t bytes) {
  cudaPointerAttributes source{};
  check(cudaPointerGetAttributes(&source, from));
  if (source.type != cudaMemoryTypeDevice && source.type != cudaMemoryTypeManaged) return false;
  // Which of its logical GPUs' streams made the source is not known here, so all are waited for.
  check(cudaSetDevice(source.device));
  check(cudaDeviceSynchronize());
  make_current();
  wait_for_others(DeviceQueue::copies_in);
  if (!queue_copy_from_peer(DeviceQueue::copies_in, to, from, bytes)) return false;
  check(cudaStreamSynchronize(stream(DeviceQueue::copies_in)));
  return true;
}

void CudaDevice::queue_copy_from_host(DeviceQueue queue, void* to, const void* from,
                                      std::size_t bytes) {
  make_current();
  ring_in_.copy_in(stream(queue), to, from, bytes);
}

void CudaDevice::queue_copy_to_host(DeviceQueue queue, void* to, const void* from,
                                    std::size_t bytes) {
  make_current();
  ring_out_.copy_out(stream(queue), to, from, bytes);
}

bool CudaDevice::queue_copy_from_peer(DeviceQueue queue, void* to, const void* from,
                                      std::size_t bytes) {
  cudaPointerAttributes source{};
  check(cudaPointerGetAttributes(&source, from));
  if (source.type != cudaMemoryTypeDevice && source.type != cudaMemoryTypeManaged) return false;
  make_current();
  if (source.device != info_.ordinal) reach(source.device);
  check(cudaMemcpyPeerAsync(to, info_.ordinal, from, source.device, bytes, stream(queue)));
  return true;
}

void CudaDevice::reach(int peer) {
  const std::lock_guard lock(peers_mutex_);
  if (std::ranges::find(peers_, peer) != peers_.end()) return;
  int can = 0;
  check(cudaDeviceCanAccessPeer(&can, info_.ordinal, peer));
  if (can != 0) {
    const cudaError_t status = cudaDeviceEnablePeerAccess(peer, 0);
    // Another logical GPU of this one may have done it.
    if (status == cudaErrorPeerAccessAlreadyEnabled) {
      static_cast<void>(cudaGetLastError());
    } else {
      check(status);
    }
  }
  peers_.push_back(peer);
}

std::unique_ptr<Event> CudaDevice::make_event() {
  make_current();
  return std::make_unique<CudaEvent>();
}

void CudaDevice::record(DeviceQueue queue, Event& event) {
  make_current();
  check(cudaEventRecord(static_cast<CudaEvent&>(event).get(), stream(queue)));
}

// A session's GPUs are all real or all simulated, and the latter have no events.
void CudaDevice::wait_for(DeviceQueue queue, const Event& event) {
  make_current();
  check(cudaStreamWaitEvent(stream(queue), static_cast<const CudaEvent&>(event).get(), 0));
}

void CudaDevice::synchronize() {
  make_current();
  for (const CudaStream& stream : streams_) check(cudaStreamSynchronize(stream.get()));
}

cublasHandle_t CudaDevice::cublas() {
  make_current();
  if (cublas_ == nullptr) cublas_ = std::make_unique<Cublas>(stream());
  return cublas_->handle;
}

}  // namespace graphrun
