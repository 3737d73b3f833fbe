// A graph that cannot be placed, as the user is told: TensorFlow's words, the place in the graph
// file, and what would help.

#pragma once

#include <span>

#include "base/complaint.h"
#include "base/device_name.h"
#include "base/error.h"
#include "graph/graph.h"
#include "placement/placement_fault.h"
#include "report/style.h"

namespace graphrun {

// Points at the device that the node asks for, or at the node where no device is at fault. Hints at
// soft placement where that would place the whole graph, which is tried.
Complaint placement_complaint(const PlacementFault& fault, const Graph& graph,
                              std::span<const DeviceName> devices, Style style);

// The complaint as an Error(invalid).
Error placement_error(const PlacementFault& fault, const Graph& graph,
                      std::span<const DeviceName> devices, Style style);

}  // namespace graphrun
