// Which devices there are, how much of their memory is used, and how exactly they multiply:
// --devices, --simulate-gpus, --visible-devices, --virtual-gpus, --allow-growth, --memory-fraction,
// --matmul-precision.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/device_info.h"
#include "model/config.h"
#include "runtime/devices.h"

namespace CLI {
class App;
}

namespace graphrun {

struct DeviceOption {
  std::string inventory;  // a file
  std::optional<int> simulated_gpus;
  std::optional<std::string> visible_devices;
  std::vector<double> virtual_gpus;  // limits in MB
  bool allow_growth = false;
  std::string matmul_precision = "highest";
  std::optional<double> memory_fraction;

  void add_to(CLI::App& command);

  // The devices a session sees: those of this machine, with the GPUs that can be used
  // (backends/gpu_module.h), or of the inventory. What the command line
  // leaves open is as the graph file's `config` has it. Throws Error(usage, invalid, file).
  std::vector<DeviceInfo> find(const Config& config) const;
  bool grows(const Config& config) const {
    return allow_growth || config.allow_growth.value_or(false);
  }
  // Opens devices that find() found, and logs what of GPUs' memory they take. Throws Error(device).
  Devices open(std::span<const DeviceInfo> devices, const Config& config) const;
  bool is_simulated() const { return !inventory.empty() || simulated_gpus.has_value(); }
};

}  // namespace graphrun
