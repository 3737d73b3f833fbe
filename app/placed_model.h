// What run, place and bench begin with: the graph file read, the devices found, every node placed.

#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "app/device_option.h"
#include "app/graph_option.h"
#include "app/print_option.h"
#include "base/phase_time.h"
#include "placement/placement.h"

namespace graphrun {

struct PlacementOption {
  bool allow_soft_placement = false;
  bool log_device_placement = false;
  bool explain = false;

  void add_to(CLI::App& command);
  // --allow-soft-placement alone.
  void add_softness_to(CLI::App& command);
};

struct PlacedModel {
  OpCatalog ops;  // the graph's nodes point into it
  Model model;
  std::vector<DeviceInfo> devices;
  Placement placement;
  bool logs_placement = false;
  PhaseTimes phases;  // read, expand, place
};

// Throws Error as reading does, and Error(invalid) in the words of the style's release when the
// graph cannot be placed.
PlacedModel read_and_place(const GraphOption& graph, const DeviceOption& devices,
                           const PlacementOption& options, Style style);

// The device mapping and a line per node, as the style writes them.
std::string placement_log(const PlacedModel& placed, Style style);

// Passes a placement as JSON to `write`, in parts.
void write_placement_as_json(const PlacedModel& placed,
                             const std::function<void(std::string_view)>& write);

}  // namespace graphrun
