// Makes the devices that a session runs on.

#pragma once

#include <span>

#include "base/device_info.h"
#include "runtime/devices.h"

namespace graphrun {

// One device for each entry, in their order. CPUs of the client's task are this machine's; all
// other entries are simulated, and each task has a host memory of its own. Where a GPU is simulated
// and `allow_growth` is false, its memory is taken as a whole when it is first used.
Devices open_devices(std::span<const DeviceInfo> infos, bool allow_growth);

}  // namespace graphrun
