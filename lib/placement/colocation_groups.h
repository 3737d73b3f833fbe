// Nodes that must share a device: those tied by a reference to a variable, and those that
// colocate_with names. Each group has one request, merged of its members', and the device types
// that all of them have kernels for.
//
// As TensorFlow 1.15's core/common_runtime/colocation_graph.cc, but that a node is always in the
// group of its own name, as in 2.x: where a is colocated with b, and b with c, all three are
// together.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "placement/group_demands.h"
#include "placement/node_kinds.h"

namespace graphrun {

class ColocationGroups {
 public:
  static constexpr std::uint32_t kAlone = 0xffffffffu;

  // Looks at the nodes in `order`. Throws PlacementFault. What has to give way is added to
  // `notices`, in TensorFlow's words.
  ColocationGroups(const Graph& graph, const NodeKinds& kinds, std::span<const NodeId> order,
                   bool soft, std::vector<std::string>& notices);

  // Groups have two members or more and count up from 0. kAlone: the node shares its device with no
  // other.
  std::uint32_t group_of(NodeId id) const {
    return group_of_node_.empty() ? kAlone : group_of_node_[id];
  }
  std::size_t size() const { return demand_of_group_.size(); }
  // In the order of the file.
  std::span<const NodeId> members(std::uint32_t group) const {
    return {members_.data() + first_member_[group],
            first_member_[group + 1] - first_member_[group]};
  }

  // Of the node's group, or of the node alone: a number of demands().
  std::uint32_t demand_of(NodeId id) const {
    const std::uint32_t group = group_of(id);
    return group == kAlone ? demand_of_kind_[kinds_.kind_of(id)] : demand_of_group_[group];
  }
  const GroupDemands& demands() const { return demands_; }

 private:
  class Union;

  const NodeKinds& kinds_;
  GroupDemands demands_;
  std::vector<std::uint32_t> demand_of_kind_;
  // Empty where no node shares its device with another; else by NodeId.
  std::vector<std::uint32_t> group_of_node_;
  std::vector<std::uint32_t> demand_of_group_;
  std::vector<std::uint32_t> first_member_;  // by group, and one more
  std::vector<NodeId> members_;
};

}  // namespace graphrun
