#include "backends/cpu/cpu_device.h"

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

}  // namespace graphrun
