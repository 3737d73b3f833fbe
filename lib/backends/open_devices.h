// Makes the devices that a session runs on.

#pragma once

#include <span>

#include "base/device_info.h"
#include "runtime/devices.h"
#include "runtime/matmul_precision.h"

namespace graphrun {

// One device for each entry, in their order. CPUs of the client's task are this machine's, and so
// are GPUs that are not simulated; all other entries are simulated, and each task has a host memory
// of its own. Where `allow_growth` is false, a GPU's memory is taken as a whole when it is first
// used; `precision` is of the real ones. REQUIRES: GPUs that are not simulated are of
// usable_gpus(), or parts of those. Throws Error(device) where a GPU fails.
Devices open_devices(std::span<const DeviceInfo> infos, bool allow_growth,
                     MatmulPrecision precision = MatmulPrecision::highest);

}  // namespace graphrun
