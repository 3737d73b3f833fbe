// Why each node is where it is: --explain.

#pragma once

#include <string>
#include <string_view>

#include "graph/graph.h"
#include "placement/placement.h"
#include "report/style.h"

namespace graphrun {

// A paragraph for each node, in the order of the file, devices in the style's spelling:
//
//   b (Const, graphs/matmul.yaml:5): /job:localhost/replica:0/task:0/gpu:0
//     asked for: nothing
//     kernels on: /job:localhost/replica:0/task:0/cpu:0, /job:localhost/replica:0/task:0/gpu:0
//     follows_consumers: a source; all that read it are there, which saves a copy
//     not on /job:localhost/replica:0/task:0/cpu:0: another candidate comes first
std::string explanation(const Graph& graph, const Placement& placement, Style style);

// The paragraph of one node.
std::string explanation_of(const Graph& graph, const Placement& placement, NodeId id, Style style);

// What a rule means: "the best of the devices that it asks for".
std::string_view clause(PlacementRule rule);

}  // namespace graphrun
