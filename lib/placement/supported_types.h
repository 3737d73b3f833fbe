// On which device types a node can run: where its op has a kernel for the node's types.

#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <optional>
#include <span>

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

  friend auto operator<=>(const SupportedTypes&, const SupportedTypes&) = default;
};

// The types that both support. Kernel priorities count where only one side has them or both order
// the types alike; where they disagree, none does.
SupportedTypes intersection(SupportedTypes a, SupportedTypes b);

class KernelFinder {
 public:
  // REQUIRES: `devices` is not empty; the first is the client's own.
  KernelFinder(const Graph& graph, std::span<const DeviceName> devices);

  SupportedTypes types_of(NodeId id) const;

  // Whether no device there is can run the node. A node whose op has no kernel on any of them, and
  // that asks for another process, is thought to have one there: TensorFlow cannot know either.
  bool runs_nowhere(NodeId id) const;

 private:
  bool may_run_elsewhere(NodeId id) const;

  const Graph& graph_;
  const DeviceName& client_;
  std::array<bool, 2> is_there_{};  // by DeviceType
};

}  // namespace graphrun
