#include "app/device_option.h"

#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <cstdlib>

#include "backends/gpu_module.h"
#include "backends/open_devices.h"
#include "base/error.h"
#include "model/device_inventory.h"
#include "report/device_lines.h"
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
  command
      .add_option(
          "--matmul-precision", matmul_precision,
          "Of float32 products on a GPU: highest (IEEE), high (three TF32 products), medium "
          "(one)")
      ->type_name("P")
      ->check(CLI::IsMember({"highest", "high", "medium"}));
}

std::vector<DeviceInfo> DeviceOption::find(const Config& config) const {
  std::vector<DeviceInfo> machine;
  GpuOptions options;
  if (!inventory.empty()) {
    machine = read_device_inventory(inventory);
  } else {
    machine = graphrun::simulated_gpus(simulated_gpus.value_or(0));
  }
  if (is_simulated()) {
    options.cuda_visible_devices = environment("CUDA_VISIBLE_DEVICES");
  } else {  // the variable has hidden what it hides
    const std::vector<DeviceInfo>& gpus = usable_gpus().gpus;
    machine.insert(machine.end(), gpus.begin(), gpus.end());
  }
  options.visible_device_list = visible_devices.value_or(config.visible_device_list.value_or(""));
  options.virtual_gpus = virtual_gpus;
  if (virtual_gpus.empty()) options.virtual_devices = config.virtual_devices;
  options.memory_fraction =
      memory_fraction.value_or(config.per_process_gpu_memory_fraction.value_or(0));
  const bool by_flag = visible_devices || !virtual_gpus.empty() || memory_fraction;
  options.if_wrong = by_flag ? ExitStatus::usage : ExitStatus::invalid;
  return graphrun::visible_devices(machine, options);
}

Devices DeviceOption::open(std::span<const DeviceInfo> devices, const Config& config) const {
  auto precision = MatmulPrecision::highest;
  if (matmul_precision == "high") precision = MatmulPrecision::high;
  if (matmul_precision == "medium") precision = MatmulPrecision::medium;
  Devices opened = open_devices(devices, grows(config), precision);
  bool has_gpus = false;
  for (const DeviceInfo& device : devices) {
    if (device.name.type == DeviceType::cpu || device.is_simulated) continue;
    has_gpus = true;
    spdlog::info("{} has {} MB of memory on the GPU ({})", to_string(device.name),
                 device.memory_limit_bytes >> 20, description(device));
  }
  if (has_gpus) spdlog::info("float32 products are of {} precision", matmul_precision);
  return opened;
}

}  // namespace graphrun
