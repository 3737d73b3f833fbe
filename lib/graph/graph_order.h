// An order in which a graph can run, and the cycle that there is if it cannot.

#pragma once

#include <optional>
#include <span>
#include <vector>

#include "graph/graph.h"

namespace graphrun {

// Takes the nodes of a graph one after another, each when all that it reads and waits for was
// taken; of those that could come next, the first in the file comes first.
class GraphOrder {
 public:
  // REQUIRES: graph.consumers() is ready. The graph must not get nodes meanwhile.
  explicit GraphOrder(const Graph& graph);

  // The next node; kNoNode: there is none.
  NodeId next();

  // Each node reads the one before it, the first and last are the same, and no other of it stands
  // above the first in the file. REQUIRES: next() has answered kNoNode before all nodes were taken.
  std::vector<NodeId> cycle() const;

 private:
  const Graph& graph_;
  std::vector<std::uint32_t> pending_;  // inputs not taken yet; of a node that was taken, kTaken
  std::vector<NodeId> ready_;           // a heap, the least in front
};

}  // namespace graphrun
