#include "backends/cpu/cpu_device.h"

#include <cassert>
#include <cstring>

namespace graphrun {

void CpuDevice::copy_from_host(void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
}

void CpuDevice::copy_to_host(void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
}

bool CpuDevice::copy_from_peer(void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
  return true;
}

void CpuDevice::queue_copy_from_host(DeviceQueue, void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
}

void CpuDevice::queue_copy_to_host(DeviceQueue, void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
}

bool CpuDevice::queue_copy_from_peer(DeviceQueue, void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
  return true;
}

void CpuDevice::record(DeviceQueue, Event&) { assert(false && "it makes no events"); }

}  // namespace graphrun
