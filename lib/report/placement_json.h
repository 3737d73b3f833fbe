// A placement as data: `place --format json`. docs/placement.schema.json describes it.

#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/device_info.h"
#include "graph/graph.h"
#include "placement/copies.h"
#include "placement/placement.h"
#include "report/text_sink.h"

namespace graphrun {

struct PlacementReport {
  std::string_view name;  // of the graph
  const Graph& graph;
  const Placement& placement;
  std::span<const DeviceInfo> devices;  // as placement.devices
  std::span<const TensorCopy> copies;
};

// In the order of the file, an object a line, the same to the byte from run to run, with a newline
// at the end. It is written in parts, since that of a large graph has several GB.
void write_placement_json(const PlacementReport& report, const TextSink& write);

// The whole as one text.
std::string placement_json(const PlacementReport& report);

// The list of devices alone: `devices --format json`.
std::string devices_json(std::span<const DeviceInfo> devices);

}  // namespace graphrun
