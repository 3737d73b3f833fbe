#include "runtime/devices.h"

namespace graphrun {

std::vector<DeviceName> Devices::names() const {
  std::vector<DeviceName> names;
  for (const auto& device : devices) names.push_back(device->info().name);
  return names;
}

std::vector<DeviceInfo> Devices::infos() const {
  std::vector<DeviceInfo> infos;
  for (const auto& device : devices) infos.push_back(device->info());
  return infos;
}

}  // namespace graphrun
