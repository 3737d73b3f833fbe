#include "backends/cuda/find_cuda_gpus.h"

#include <cuda_runtime.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "backends/cuda/probe.h"

namespace graphrun {
namespace {

// 13000 is release 13.0.
std::string release(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

std::string why_no_count(cudaError_t status,
                         const std::optional<std::string>& cuda_visible_devices) {
  int driver = 0;
  int runtime = 0;
  static_cast<void>(cudaDriverGetVersion(&driver));
  static_cast<void>(cudaRuntimeGetVersion(&runtime));
  if (status == cudaErrorInsufficientDriver && driver > 0) {
    return fmt::format(
        "the NVIDIA driver is too old for the GPU module: it knows CUDA {}, the module needs {}",
        release(driver), release(runtime));
  }
  if (status == cudaErrorInsufficientDriver) return "the NVIDIA driver is not loaded";
  if (status == cudaErrorNoDevice && cuda_visible_devices) {
    return fmt::format("CUDA_VISIBLE_DEVICES='{}' hides every GPU, or there is none",
                       *cuda_visible_devices);
  }
  if (status == cudaErrorNoDevice) return "the NVIDIA driver finds no GPU";
  return fmt::format("the NVIDIA driver fails: {} ({})", cudaGetErrorString(status),
                     cudaGetErrorName(status));
}

std::string bus_id(int ordinal) {
  std::array<char, 32> text{};
  if (cudaDeviceGetPCIBusId(text.data(), static_cast<int>(text.size()), ordinal) != cudaSuccess) {
    return {};
  }
  std::string id = text.data();
  std::ranges::transform(id, id.begin(), [](unsigned char c) { return std::tolower(c); });
  return id;
}

// cudaSuccess: `info` is filled.
cudaError_t look_at(int ordinal, DeviceInfo& info) {
  cudaDeviceProp properties{};
  if (const auto status = cudaGetDeviceProperties(&properties, ordinal)) return status;
  info.model = properties.name;
  info.compute_capability = fmt::format("{}.{}", properties.major, properties.minor);
  info.pci_bus_id = bus_id(ordinal);
  if (const auto status = cudaSetDevice(ordinal)) return status;
  if (const auto status = probe_kernel()) return status;
  std::size_t free = 0;
  std::size_t total = 0;
  if (const auto status = cudaMemGetInfo(&free, &total)) return status;
  info.free_memory_bytes = free;
  info.total_memory_bytes = total;
  return cudaSuccess;
}

std::string why_unusable(cudaError_t status, const DeviceInfo& info) {
  const std::string gpu = fmt::format("GPU {} ({}, {})", info.ordinal, info.model, info.pci_bus_id);
  if (status == cudaErrorNoKernelImageForDevice || status == cudaErrorInvalidKernelImage ||
      status == cudaErrorUnsupportedPtxVersion || status == cudaErrorInvalidDeviceFunction) {
    return fmt::format("{} has compute capability {}; the GPU module was built for {}", gpu,
                       info.compute_capability, GRAPHRUN_CUDA_ARCHITECTURES);
  }
  return fmt::format("{} fails: {} ({})", gpu, cudaGetErrorString(status),
                     cudaGetErrorName(status));
}

}  // namespace

FoundGpus find_cuda_gpus(const std::optional<std::string>& cuda_visible_devices) {
  FoundGpus found;
  int count = 0;
  if (const auto status = cudaGetDeviceCount(&count); status != cudaSuccess) {
    found.why_none = why_no_count(status, cuda_visible_devices);
    static_cast<void>(cudaGetLastError());
    return found;
  }
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    DeviceInfo info{.name = {.type = DeviceType::gpu, .id = static_cast<int>(found.gpus.size())},
                    .ordinal = ordinal};
    const cudaError_t status = look_at(ordinal, info);
    if (status == cudaSuccess) {
      found.gpus.push_back(std::move(info));
    } else {
      static_cast<void>(cudaGetLastError());
      found.unusable.push_back(why_unusable(status, info));
    }
  }
  if (found.gpus.empty()) {
    found.why_none = found.unusable.empty() ? "the NVIDIA driver finds no GPU" : found.unusable[0];
  }
  return found;
}

}  // namespace graphrun
