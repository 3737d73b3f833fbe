#include "backends/open_devices.h"

#include <fmt/format.h>

#include <map>
#include <tuple>

#include "backends/cpu/cpu_device.h"
#include "backends/cpu/host_memory.h"
#include "backends/gpu_module.h"
#include "backends/sim/sim_device.h"

namespace graphrun {

Devices open_devices(std::span<const DeviceInfo> infos, bool allow_growth,
                     MatmulPrecision precision) {
  Devices devices;
  std::map<std::tuple<std::string, int, int>, Memory*> hosts;
  for (const DeviceInfo& info : infos) {
    const auto task = std::tuple(info.name.job, info.name.replica, info.name.task);
    Memory*& host = hosts[task];
    if (host == nullptr) {
      const std::string name =
          hosts.size() == 1 ? "cpu"
                            : fmt::format("cpu of /job:{}/task:{}", info.name.job, info.name.task);
      host = devices.hosts.emplace_back(std::make_unique<HostMemory>(name)).get();
    }
    if (info.name.type == DeviceType::cpu) {
      devices.devices.push_back(std::make_unique<CpuDevice>(info, *host));
    } else if (info.is_simulated) {
      devices.devices.push_back(std::make_unique<SimDevice>(info, *host, allow_growth));
    } else {
      devices.devices.push_back(usable_gpus().module->open(info, *host, allow_growth, precision));
    }
  }
  return devices;
}

}  // namespace graphrun
