#include "backends/sim/sim_device.h"

#include <fmt/format.h>

#include <cassert>
#include <cstring>

#include "runtime/bfc_report.h"

namespace graphrun {

SimDevice::BfcMemory::BfcMemory(const std::string& name, std::size_t limit_bytes, bool allow_growth)
    : allocator_({.name = name, .limit_bytes = limit_bytes, .allow_growth = allow_growth},
                 regions_) {}

std::string SimDevice::BfcMemory::report(std::size_t requested_bytes) const {
  return bfc_report(allocator_.snapshot(), requested_bytes);
}

SimDevice::SimDevice(DeviceInfo info, Memory& host, bool allow_growth)
    : info_(std::move(info)),
      host_(host),
      memory_(fmt::format("GPU_{}_bfc", info_.name.id), info_.memory_limit_bytes, allow_growth) {}

void SimDevice::copy_from_host(void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
}

void SimDevice::copy_to_host(void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
}

bool SimDevice::copy_from_peer(void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
  return true;
}

void SimDevice::queue_copy_from_host(DeviceQueue, void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
}

void SimDevice::queue_copy_to_host(DeviceQueue, void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
}

bool SimDevice::queue_copy_from_peer(DeviceQueue, void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
  return true;
}

void SimDevice::record(DeviceQueue, Event&) { assert(false && "it makes no events"); }

}  // namespace graphrun
