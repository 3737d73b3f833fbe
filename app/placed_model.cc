#include "app/placed_model.h"

#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>

#include "backends/gpu_module.h"
#include "kernels/gpu_kernels.h"
#include "placement/copies.h"
#include "placement/placement_fault.h"
#include "placement/placer.h"
#include "report/device_lines.h"
#include "report/placement_error.h"
#include "report/placement_json.h"
#include "report/placement_lines.h"

namespace graphrun {

void PlacementOption::add_softness_to(CLI::App& command) {
  command.add_flag("--allow-soft-placement,--soft-placement", allow_soft_placement,
                   "Where a device cannot be had, pick one that can");
}

void PlacementOption::add_to(CLI::App& command) {
  add_softness_to(command);
  command.add_flag("--log-device-placement", log_device_placement,
                   "Write the device mapping and a line per node (run: to standard error)");
  command.add_flag("--explain", explain, "Say why each node is where it is");
}

PlacedModel read_and_place(const GraphOption& graph, const DeviceOption& devices,
                           const PlacementOption& options, Style style) {
  PlacedModel placed{.ops = graph.catalog()};
  placed.model = graph.read(placed.ops, &placed.phases);
  const Config& config = placed.model.config;
  placed.devices = devices.find(config);
  if (const UsableGpus* gpus = devices.is_simulated() ? nullptr : &usable_gpus();
      gpus != nullptr && gpus->module != nullptr) {
    enter_gpu_kernels(placed.ops, gpus->module->kernels());
  }
  placed.logs_placement =
      options.log_device_placement || config.log_device_placement.value_or(false);
  const bool soft = options.allow_soft_placement || config.allow_soft_placement.value_or(false);

  std::vector<DeviceName> names;
  for (const DeviceInfo& device : placed.devices) names.push_back(device.name);
  PhaseClock clock(&placed.phases);
  try {
    placed.placement = place(placed.model.graph, names,
                             {.allow_soft_placement = soft, .fault_order = node_order(style)});
  } catch (const PlacementFault& fault) {
    throw placement_error(fault, placed.model.graph, names, style);
  }
  clock.done(Phase::place);
  for (const std::string& warning : placed.placement.warnings) spdlog::warn("{}", warning);
  if (placed.logs_placement) {
    for (const std::string& notice : placed.placement.notices) spdlog::warn("{}", notice);
  }
  spdlog::info("{}: {} nodes on {} devices", placed.model.name, placed.model.graph.size(),
               placed.devices.size());
  return placed;
}

std::string placement_log(const PlacedModel& placed, Style style) {
  return device_mapping(placed.devices, style) +
         placement_lines(placed.model.graph, placed.placement, style);
}

void write_placement_as_json(const PlacedModel& placed,
                             const std::function<void(std::string_view)>& write) {
  const auto between = copies(placed.model.graph, placed.placement);
  write_placement_json(
      {placed.model.name, placed.model.graph, placed.placement, placed.devices, between}, write);
}

}  // namespace graphrun
