// Assigns every node a device, as TensorFlow 1.15's graph placer does
// (core/common_runtime/placer.cc, colocation_graph.cc). docs/placement.md tells the rules at
// length.
//
// A node's candidates are the devices that its request allows and its op has a kernel for, best
// first: by the kernel's priority, then a GPU before a CPU, then by full name compared as text (so
// GPU:10 comes before GPU:2). Nodes that must share a device have their candidates in common, see
// colocation_groups.h. Then:
//
//   1. Nodes that are not sources go first, in the order in which the graph can run.
//   2. Shape, Size and Rank go where their input is, if it is placed and that is a candidate.
//   3. Any other node goes to its first candidate, and all that must share its device with it.
//   4. A source (no inputs, one output) goes where the nodes that read it or wait for it are, if
//      they are all on one device and that is a candidate: this saves copying its output.
//   5. Any other source goes to its first candidate.
//
// With soft placement a request that leaves no candidate loses its type and id, never its job,
// replica or task.

#pragma once

#include <span>

#include "base/device_name.h"
#include "graph/graph.h"
#include "placement/node_order.h"
#include "placement/placement.h"

namespace graphrun {

struct PlaceOptions {
  bool allow_soft_placement = false;
  // Of several nodes that cannot be placed the first in this order is the fault. It decides nothing
  // else.
  NodeOrder fault_order = NodeOrder::release_1_15;
};

// The result depends on nothing but the arguments, and takes time linear in the graph's size.
// Throws PlacementFault. REQUIRES: `devices` is not empty; the first is the client's own CPU.
Placement place(const Graph& graph, std::span<const DeviceName> devices,
                const PlaceOptions& options = {});

}  // namespace graphrun
