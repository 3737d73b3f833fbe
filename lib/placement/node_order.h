// The orders in which TensorFlow meets the nodes of a graph: they decide which of several faults is
// reported, and in what order placement lines are printed (core/graph/graph_constructor.cc,
// core/common_runtime/placer.cc).

#pragma once

#include <cstdint>
#include <vector>

#include "graph/graph.h"

namespace graphrun {

enum class NodeOrder : std::uint8_t {
  guide,         // until 0.8: a last-in-first-out stack of ready nodes
  release_0_12,  // the same stack; sources that are read once at most are placed last
  release_1_15,  // of the ready nodes the first in the file; sources are placed last
};

// As nodes are placed and logged.
std::vector<NodeId> ordered_nodes(const Graph& graph, NodeOrder order);

// As nodes are imported, which numbers them.
std::vector<NodeId> imported_nodes(const Graph& graph, NodeOrder order);

// A node without inputs (control inputs do not count) and with exactly one output that is a value:
// it is placed after, and with, those that read it.
bool is_source(const Graph& graph, NodeId id);

}  // namespace graphrun
