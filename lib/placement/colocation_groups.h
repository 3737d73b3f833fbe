// Nodes that must share a device: those tied by a reference to a variable, and those that
// colocate_with names. Each group has one request, merged of its members', and the device types that
// all of them have kernels for.
//
// TensorFlow 1.15, core/common_runtime/colocation_graph.cc.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/device_name.h"
#include "graph/graph.h"

namespace graphrun {

// For each device type the priority of the kernel; nullopt: no kernel.
struct SupportedTypes {
  std::array<std::optional<int>, 2> priority;  // by DeviceType

  bool supports(DeviceType type) const { return on(type).has_value(); }
  const std::optional<int>& on(DeviceType type) const {
    return priority[static_cast<std::size_t>(type)];
  }
  bool any() const { return priority[0] || priority[1]; }

  friend bool operator==(const SupportedTypes&, const SupportedTypes&) = default;
};

// What one node asks for and supports, before it is tied to others.
SupportedTypes supported_types(const Graph& graph, NodeId id, std::span<const DeviceName> devices);

class ColocationGroups {
 public:
  // Throws PlacementFault. What soft placement lets go of is added to `warnings`.
  ColocationGroups(const Graph& graph, std::span<const DeviceName> devices, bool soft,
                   std::vector<std::string>& warnings);

  struct Group {
    NodeId root = kNoNode;
    DeviceSpec requested;
    DeviceSpec resource;  // of variables: what soft placement changes only at last
    SupportedTypes types;
    int rank = 0;
    bool by_reference = false;
    std::vector<NodeId> members;  // in the order of the file
  };

  // nullptr: the node is by itself.
  const Group* group_of(NodeId id) const;

 private:
  std::uint32_t find(NodeId id);
  std::uint32_t group_for(NodeId id);  // makes one of the node alone where there is none
  void tie_references();
  void tie_colocated();
  void unite(NodeId node, NodeId other, bool by_reference);
  [[noreturn]] void fail(NodeId node, NodeId other, bool by_reference, std::string problem) const;

  const Graph& graph_;
  std::span<const DeviceName> devices_;
  bool soft_;
  std::vector<std::string>& warnings_;
  // Empty while no node is tied to another; then by NodeId, kNone for a node by itself.
  std::vector<std::uint32_t> group_of_node_;
  std::vector<std::uint32_t> parent_;  // of groups
  std::vector<Group> groups_;
};

}  // namespace graphrun
