// The devices of a session, in the order in which TensorFlow lists them.

#pragma once

#include <memory>
#include <vector>

#include "runtime/device.h"

namespace graphrun {

struct Devices {
  std::vector<std::unique_ptr<Memory>> hosts;    // outlive the devices, which use them
  std::vector<std::unique_ptr<Device>> devices;  // by DeviceIndex

  std::vector<DeviceName> names() const;
  std::vector<DeviceInfo> infos() const;
};

}  // namespace graphrun
