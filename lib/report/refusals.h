// Why a node is not on each of the other devices.

#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "placement/placement.h"

namespace graphrun {

struct OtherDevice {
  DeviceIndex device = 0;
  std::string_view why;  // "not the requested type"
  bool has_kernel = true;
};

// Every device but the one it is on, in the order of the devices.
std::vector<OtherDevice> other_devices(const Candidates& candidates, DeviceIndex chosen,
                                       std::size_t devices);

}  // namespace graphrun
