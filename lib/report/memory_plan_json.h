// What a run will need of each memory, as data: `graphrun plan --format json`.

#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/device_info.h"
#include "runtime/memory_plan.h"

namespace graphrun {

// {"graph", "fits", "memories": [...], "open": [...]}; device names are full, sizes are bytes, all
// tensors at a peak are there, and of a limit that does not exist it says null. With a newline at
// the end.
std::string memory_plan_json(std::string_view name, const Graph& graph,
                             std::span<const DeviceInfo> devices, const MemoryPlan& plan);

}  // namespace graphrun
