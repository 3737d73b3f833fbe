#include "app/device_option.h"

#include <CLI/CLI.hpp>
#include <cstdlib>

#include "base/error.h"
#include "model/device_inventory.h"
#include "runtime/visible_devices.h"

namespace graphrun {
namespace {

std::optional<std::string> environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

}  // namespace

void DeviceOption::add_to(CLI::App& command) {
  auto* file = command.add_option("--devices", inventory, "Simulated devices, from this inventory")
                   ->type_name("FILE");
  command.add_option("--simulate-gpus", simulated_gpus, "Simulate so many GPUs")
      ->type_name("N")
      ->excludes(file);
  command.add_option("--visible-devices", visible_devices, "As GPUOptions.visible_device_list")
      ->type_name("LIST");
  command
      .add_option("--virtual-gpus", virtual_gpus,
                  "Split each GPU into logical ones with these memory limits in MB")
      ->type_name("MB,...")
      ->delimiter(',');
  command.add_flag("--allow-growth", allow_growth,
                   "Take GPU memory as it is needed, not nearly all at once");
  command
      .add_option("--memory-fraction", memory_fraction,
                  "Take this part of each GPU's memory, as per_process_gpu_memory_fraction")
      ->type_name("F");
}

std::vector<DeviceInfo> DeviceOption::find(const Config& config) const {
  std::vector<DeviceInfo> machine;
  if (!inventory.empty()) {
    machine = read_device_inventory(inventory);
  } else {
    machine = graphrun::simulated_gpus(simulated_gpus.value_or(0));
  }
  GpuOptions options;
  options.cuda_visible_devices = environment("CUDA_VISIBLE_DEVICES");
  options.visible_device_list = visible_devices.value_or(config.visible_device_list.value_or(""));
  options.virtual_gpus = virtual_gpus;
  if (virtual_gpus.empty()) options.virtual_devices = config.virtual_devices;
  options.memory_fraction =
      memory_fraction.value_or(config.per_process_gpu_memory_fraction.value_or(0));
  const bool by_flag = visible_devices || !virtual_gpus.empty() || memory_fraction;
  options.if_wrong = by_flag ? ExitStatus::usage : ExitStatus::invalid;
  return graphrun::visible_devices(machine, options);
}

}  // namespace graphrun
