// Nodes of one kind have the same op and types and ask for the same, so that the placer looks at a
// kind once: a graph of a million nodes has a handful.

#pragma once

#include <cstdint>
#include <vector>

#include "graph/graph.h"
#include "placement/supported_types.h"

namespace graphrun {

struct NodeKind {
  NodeId example = kNoNode;
  SupportedTypes types;
  bool runs_nowhere = false;  // on no device there is
  bool is_variable = false;   // see references.h
};

class NodeKinds {
 public:
  NodeKinds(const Graph& graph, const KernelFinder& kernels);

  std::uint32_t size() const { return static_cast<std::uint32_t>(kinds_.size()); }
  const NodeKind& operator[](std::uint32_t kind) const { return kinds_[kind]; }
  std::uint32_t kind_of(NodeId id) const { return kind_of_node_[id]; }
  const NodeKind& of(NodeId id) const { return kinds_[kind_of_node_[id]]; }

  auto begin() const { return kinds_.begin(); }
  auto end() const { return kinds_.end(); }

 private:
  std::vector<NodeKind> kinds_;
  std::vector<std::uint32_t> kind_of_node_;
};

}  // namespace graphrun
