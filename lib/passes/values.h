// What passes ask of tensors and nodes.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graph/graph.h"
#include "passes/program.h"

namespace graphrun {

// A constant whose elements are in the graph; nullptr: the node is something else, or its elements
// are in a file.
const TensorLiteral* literal_of(const Graph& graph, NodeId id);

// The integers of a constant that lists axes or extents; nullopt: it is something else.
std::optional<std::vector<std::int64_t>> constant_integers(const Graph& graph, OutputRef ref);

// Whether the node is a function of values: its results depend on its inputs alone, no input or
// output is a reference or a resource, and it has no control inputs.
bool is_function(const Graph& graph, NodeId id);

// Whether any node waits for `id` without reading it.
std::vector<bool> nodes_waited_for(const Graph& graph);

inline bool same_device(const Placement& placement, NodeId a, NodeId b) {
  return placement.nodes[a].device == placement.nodes[b].device;
}

}  // namespace graphrun
