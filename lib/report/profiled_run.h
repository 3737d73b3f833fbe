// A run that was recorded, and all that it takes to speak of it.

#pragma once

#include <span>
#include <string_view>

#include "base/device_info.h"
#include "graph/graph.h"
#include "placement/placement.h"
#include "runtime/fed_shapes.h"
#include "runtime/plan.h"
#include "runtime/run_record.h"

namespace graphrun {

struct ProfiledRun {
  std::string_view name;  // of the graph
  const Graph& graph;
  const Placement& placement;
  std::span<const DeviceInfo> devices;  // as placement.devices
  const Plan& plan;
  const RunRecord& record;  // of `plan`
  const FedShapes& shapes;
};

}  // namespace graphrun
