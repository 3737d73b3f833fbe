#include "placement/placer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <unordered_map>

#include "placement/candidates.h"
#include "placement/colocation_groups.h"
#include "placement/placement_fault.h"

namespace graphrun {
namespace {

constexpr DeviceIndex kUnplaced = 0xffffffffu;

// Nodes with the same of these have the same candidates.
struct DemandKey {
  const OpDef* op = nullptr;
  TypeValues types{};
  RequestId request = kNoRequest;
  std::uint32_t group = 0xffffffffu;

  friend bool operator==(const DemandKey&, const DemandKey&) = default;
};

struct DemandKeyHash {
  std::size_t operator()(const DemandKey& key) const {
    std::uint64_t hash = reinterpret_cast<std::uintptr_t>(key.op) / alignof(OpDef);
    for (const DType type : key.types) hash = hash * 31 + static_cast<std::uint64_t>(type);
    hash = hash * 1000003 + key.request;
    return hash * 1000003 + key.group;
  }
};

class Placer {
 public:
  Placer(const Graph& graph, std::span<const DeviceName> devices, const PlaceOptions& options)
      : graph_(graph),
        devices_(devices),
        options_(options),
        finder_(devices, options.allow_soft_placement) {
    placement_.devices.assign(devices.begin(), devices.end());
    placement_.nodes.assign(graph.size(), {.device = kUnplaced});
  }

  Placement place() {
    check_kernels();
    groups_.emplace(graph_, devices_, options_.allow_soft_placement, placement_.warnings);
    find_all_candidates();
    for (const NodeId id : graph_.order()) {
      if (!is_source(graph_, id)) place_node(id);
    }
    for (const NodeId id : graph_.order()) {
      if (is_source(graph_, id)) place_source(id);
    }
    return std::move(placement_);
  }

 private:
  // An op that runs nowhere is reported before any device that cannot be had.
  void check_kernels() {
    const OpDef* last_op = nullptr;
    TypeValues last_types{};
    for (const NodeId id : graph_.order()) {
      const Node& node = graph_.node(id);
      if (node.op == last_op && node.types == last_types) continue;
      if (!supported_types(graph_, id, devices_).any()) {
        throw PlacementFault{.kind = PlacementFault::Kind::no_kernel, .node = id};
      }
      // A request can make up for a missing kernel, so such nodes are looked at one by one.
      if (!node.op->kernels.empty()) {
        last_op = node.op;
        last_types = node.types;
      }
    }
  }

  void find_all_candidates() {
    std::vector<NodeId> at_fault;
    for (NodeId id = 0; id < graph_.size(); ++id) {
      placement_.nodes[id].candidates = candidates_of(id);
      if (placement_.candidates[placement_.nodes[id].candidates].best_first.empty()) {
        at_fault.push_back(id);
      }
    }
    if (at_fault.empty()) return;
    for (const NodeId id : ordered_nodes(graph_, options_.fault_order)) {
      if (std::ranges::binary_search(at_fault, id)) throw fault_of(id);
    }
  }

  std::uint32_t candidates_of(NodeId id) {
    const Node& node = graph_.node(id);
    const ColocationGroups::Group* group = groups_->group_of(id);
    const DemandKey key{node.op, node.types, node.request, group != nullptr ? group->root : kNoNode};
    if (key == last_key_) return last_candidates_;
    const auto [found, is_new] = known_.try_emplace(
        key, static_cast<std::uint32_t>(placement_.candidates.size()));
    if (is_new) {
      const Demand demand = demand_of(id, group);
      auto result = finder_.find(demand);
      if (result.changed_resource && id == group_root(id)) warn_of_moved_variable(id, result);
      placement_.candidates.push_back(std::move(result.candidates));
    }
    last_key_ = key;
    last_candidates_ = found->second;
    return found->second;
  }

  NodeId group_root(NodeId id) const {
    const ColocationGroups::Group* group = groups_->group_of(id);
    return group == nullptr ? id : group->root;
  }

  Demand demand_of(NodeId id, const ColocationGroups::Group* group) const {
    Demand demand;
    demand.own_request = graph_.request(id).spec;
    demand.own_types = supported_types(graph_, id, devices_);
    demand.requested = group != nullptr ? group->requested : demand.own_request;
    demand.types = group != nullptr ? group->types : demand.own_types;
    if (group != nullptr) {
      demand.resource = group->resource;
    } else if (graph_.node(id).inputs == 0 && graph_.node(id).outputs == 1 &&
               graph_.outputs(id)[0].is_ref) {
      demand.resource = demand.own_request;
    }
    return demand;
  }

  void warn_of_moved_variable(NodeId id, const CandidateFinder::Found& found) {
    std::string devices;
    for (const DeviceIndex device : found.candidates.best_first) {
      devices += "\n  " + to_string(devices_[device]);
    }
    placement_.warnings.push_back(fmt::format(
        "Failed to place the graph without changing the devices of some resources. Some of the "
        "operations (that had to be colocated with resource generating operations) are not "
        "supported on the resources' devices. Current candidate devices are [{}].\nSee below for "
        "details of this colocation group: {}",
        devices, graph_.node(id).name));
  }

  PlacementFault fault_of(NodeId id) const {
    using Kind = PlacementFault::Kind;
    const ColocationGroups::Group* group = groups_->group_of(id);
    PlacementFault fault{.node = id};
    const DeviceSpec& own = graph_.request(id).spec;
    fault.group_spec = group != nullptr ? group->requested : own;
    if (group != nullptr && group->members.size() > 1) fault.group = group->members;
    if (fault.group_spec.is_open()) {
      fault.kind = Kind::group_unsupported;
    } else if (own != fault.group_spec) {
      fault.kind = Kind::group_elsewhere;
    } else if (!finder_.exists(own)) {
      fault.kind = Kind::no_such_device;
    } else {
      fault.kind = own.type ? Kind::no_kernel_for_type : Kind::no_kernel_for_task;
    }
    return fault;
  }

  void place_node(NodeId id) {
    if (placement_.nodes[id].device != kUnplaced) return;  // with another of its group
    const auto& best = candidates(id).best_first;
    if (graph_.node(id).op->is_metadata) {
      const DeviceIndex there = placement_.nodes[graph_.inputs(id)[0].node].device;
      if (there != kUnplaced && std::ranges::find(best, there) != best.end()) {
        assign(id, there, PlacementRule::follows_input);
        return;
      }
    }
    assign(id, best.front(), rule_of_first(id));
  }

  void place_source(NodeId id) {
    if (placement_.nodes[id].device != kUnplaced) return;
    const auto& best = candidates(id).best_first;
    const auto there = device_of_consumers(id);
    if (there && std::ranges::find(best, *there) != best.end()) {
      const bool had_choice = best.size() > 1;
      assign(id, *there, had_choice ? PlacementRule::follows_consumers : rule_of_first(id));
      return;
    }
    assign(id, best.front(), rule_of_first(id));
  }

  const Candidates& candidates(NodeId id) const {
    return placement_.candidates[placement_.nodes[id].candidates];
  }

  PlacementRule rule_of_first(NodeId id) const {
    if (candidates(id).is_fallback) return PlacementRule::soft_placement;
    if (!graph_.request(id).spec.is_open()) return PlacementRule::requested;
    const ColocationGroups::Group* group = groups_->group_of(id);
    if (group == nullptr || group->requested.is_open()) return PlacementRule::best_device;
    return group->by_reference ? PlacementRule::reference : PlacementRule::colocated;
  }

  // The one device of all that read or wait for `id`; nullopt: several, none, or not placed yet.
  std::optional<DeviceIndex> device_of_consumers(NodeId id) const {
    const auto consumers = graph_.consumers(id);
    if (consumers.empty()) return std::nullopt;
    const DeviceIndex first = placement_.nodes[consumers.front()].device;
    if (first == kUnplaced) return std::nullopt;
    for (const NodeId consumer : consumers) {
      if (placement_.nodes[consumer].device != first) return std::nullopt;
    }
    return first;
  }

  void assign(NodeId id, DeviceIndex device, PlacementRule rule) {
    placement_.nodes[id].device = device;
    placement_.nodes[id].rule = rule;
    const ColocationGroups::Group* group = groups_->group_of(id);
    if (group == nullptr) return;
    for (const NodeId member : group->members) {
      Decision& decision = placement_.nodes[member];
      if (decision.device != kUnplaced) continue;
      decision.device = device;
      decision.rule = candidates(member).is_fallback ? PlacementRule::soft_placement
                      : group->by_reference          ? PlacementRule::reference
                                                     : PlacementRule::colocated;
      if (graph_.request(member).spec == group->requested && !group->requested.is_open() &&
          !candidates(member).is_fallback) {
        decision.rule = PlacementRule::requested;
      }
    }
  }

  const Graph& graph_;
  std::span<const DeviceName> devices_;
  const PlaceOptions& options_;
  CandidateFinder finder_;
  std::optional<ColocationGroups> groups_;
  Placement placement_;
  std::unordered_map<DemandKey, std::uint32_t, DemandKeyHash> known_;
  DemandKey last_key_;
  std::uint32_t last_candidates_ = 0;
};

}  // namespace

Placement place(const Graph& graph, std::span<const DeviceName> devices,
                const PlaceOptions& options) {
  assert(!devices.empty());
  return Placer(graph, devices, options).place();
}

}  // namespace graphrun
