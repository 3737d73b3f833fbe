#include "placement/placer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "placement/candidates.h"
#include "placement/colocation_groups.h"
#include "placement/node_kinds.h"
#include "placement/placement_fault.h"
#include "placement/references.h"

namespace graphrun {
namespace {

constexpr DeviceIndex kUnplaced = 0xffffffffu;

class Placer {
 public:
  Placer(const Graph& graph, std::span<const DeviceName> devices, const PlaceOptions& options)
      : graph_(graph),
        devices_(devices),
        options_(options),
        kinds_(graph, KernelFinder(graph, devices)),
        finder_(devices, options.allow_soft_placement) {
    placement_.devices.assign(devices.begin(), devices.end());
    placement_.nodes.assign(graph.size(), {.device = kUnplaced});
  }

  Placement place() {
    check_kernels();
    make_groups();
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
  void check_kernels() const {
    if (std::ranges::none_of(kinds_, &NodeKind::runs_nowhere)) return;
    const std::vector<NodeId> nodes = imported_nodes(graph_, options_.fault_order);
    const auto found =
        std::ranges::find_if(nodes, [&](NodeId id) { return kinds_.of(id).runs_nowhere; });
    throw PlacementFault{.kind = PlacementFault::Kind::no_kernel, .node = *found};
  }

  void make_groups() {
    const bool soft = options_.allow_soft_placement;
    try {
      groups_.emplace(graph_, kinds_, graph_.order(), soft, placement_.notices);
    } catch (const PlacementFault&) {
      // Met in another order, another fault may come first.
      const std::vector<NodeId> nodes = imported_nodes(graph_, options_.fault_order);
      const ColocationGroups again(graph_, kinds_, nodes, soft, placement_.notices);
      throw;
    }
    group_devices_.assign(groups_->size(), kUnplaced);
  }

  void find_all_candidates() {
    bool is_good = true;
    for (NodeId id = 0; id < graph_.size(); ++id) {
      const std::uint32_t number = number_of_candidates(id);
      placement_.nodes[id].candidates = number;
      if (placement_.candidates[number].best_first.empty()) is_good = false;
      if (moves_variable_[number] && is_first_of_group(id)) warn_of_moved_variable(id);
    }
    if (is_good) return;
    const std::vector<NodeId> nodes = ordered_nodes(graph_, options_.fault_order);
    const auto found =
        std::ranges::find_if(nodes, [&](NodeId id) { return candidates(id).best_first.empty(); });
    throw fault_of(*found);
  }

  // Into placement_.candidates: nodes of a kind, whose groups ask for the same, have the same.
  std::uint32_t number_of_candidates(NodeId id) {
    const std::uint32_t demand = groups_->demand_of(id);
    const std::uint64_t key = std::uint64_t{kinds_.kind_of(id)} << 32 | demand;
    if (key == last_key_) return last_number_;
    const auto [found, is_new] =
        known_.try_emplace(key, static_cast<std::uint32_t>(placement_.candidates.size()));
    if (is_new) {
      CandidateFinder::Found result =
          finder_.find(groups_->demands()[demand], graph_.request(id).spec, kinds_.of(id).types);
      placement_.candidates.push_back(std::move(result.candidates));
      moves_variable_.push_back(result.changed_resource);
    }
    last_key_ = key;
    last_number_ = found->second;
    return found->second;
  }

  const GroupDemand& group_demand(NodeId id) const {
    return groups_->demands()[groups_->demand_of(id)];
  }

  // `id` alone, or all that share its device.
  std::vector<NodeId> group_members(NodeId id) const {
    const std::uint32_t group = groups_->group_of(id);
    if (group == ColocationGroups::kAlone) return {id};
    const auto members = groups_->members(group);
    return {members.begin(), members.end()};
  }

  bool is_first_of_group(NodeId id) const {
    const std::uint32_t group = groups_->group_of(id);
    return group == ColocationGroups::kAlone || groups_->members(group).front() == id;
  }

  void warn_of_moved_variable(NodeId id) {
    std::string devices;
    for (const DeviceIndex device : candidates(id).best_first) {
      devices += "\n  " + to_string(devices_[device]);
    }
    constexpr std::size_t kMostNamed = 10;
    std::string members;
    const std::vector<NodeId> group = group_members(id);
    for (std::size_t i = 0; i < std::min(group.size(), kMostNamed); ++i) {
      const Node& node = graph_.node(group[i]);
      members +=
          fmt::format("\n  {} ({}) {}", node.name, node.op->name, graph_.request(group[i]).written);
    }
    if (group.size() > kMostNamed) {
      members += fmt::format("\n  and {} more", group.size() - kMostNamed);
    }
    placement_.warnings.push_back(fmt::format(
        "Failed to place the graph without changing the devices of some resources. Some of the "
        "operations (that had to be colocated with resource generating operations) are not "
        "supported on the resources' devices. Current candidate devices are [{}].\nSee below for "
        "details of this colocation group:{}",
        devices, members));
  }

  PlacementFault fault_of(NodeId id) const {
    using Kind = PlacementFault::Kind;
    PlacementFault fault{.node = id};
    const DeviceSpec& own = graph_.request(id).spec;
    fault.group_spec = group_demand(id).requested;
    if (groups_->group_of(id) != ColocationGroups::kAlone) fault.group = group_members(id);
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
    if (place_with_group(id)) return;
    const auto& best = candidates(id).best_first;
    if (graph_.node(id).op->is_metadata && graph_.node(id).inputs > 0) {
      const DeviceIndex there = placement_.nodes[graph_.inputs(id)[0].node].device;
      if (there != kUnplaced && is_choice(best, there)) {
        assign(id, there, PlacementRule::follows_input);
        return;
      }
    }
    assign(id, best.front(), rule_of_own(id, best.front()));
  }

  void place_source(NodeId id) {
    if (place_with_group(id)) return;
    const auto& best = candidates(id).best_first;
    const auto there = device_of_consumers(id);
    if (there && is_choice(best, *there)) {
      assign(id, *there, PlacementRule::follows_consumers);
      return;
    }
    assign(id, best.front(), rule_of_own(id, best.front()));
  }

  // False where no other node of the group has been placed.
  bool place_with_group(NodeId id) {
    const std::uint32_t group = groups_->group_of(id);
    if (group == ColocationGroups::kAlone || group_devices_[group] == kUnplaced) return false;
    const DeviceIndex device = group_devices_[group];
    assign(id, device, rule_in_group(id, device, false));
    return true;
  }

  // A node with one candidate does not follow others: it could not be elsewhere.
  static bool is_choice(const std::vector<DeviceIndex>& best, DeviceIndex device) {
    return best.size() > 1 && std::ranges::find(best, device) != best.end();
  }

  const Candidates& candidates(NodeId id) const {
    return placement_.candidates[placement_.nodes[id].candidates];
  }

  // Of a node that goes to its first candidate.
  PlacementRule rule_of_own(NodeId id, DeviceIndex device) const {
    if (groups_->group_of(id) != ColocationGroups::kAlone) return rule_in_group(id, device, true);
    if (candidates(id).is_fallback) return PlacementRule::soft_placement;
    return graph_.request(id).spec.is_open() ? PlacementRule::best_device
                                             : PlacementRule::requested;
  }

  // Of a node that is placed with others; `is_first`: the first of them.
  PlacementRule rule_in_group(NodeId id, DeviceIndex device, bool is_first) const {
    const DeviceSpec& own = graph_.request(id).spec;
    const GroupDemand& group = group_demand(id);
    if (!own.allows(devices_[device])) {
      const bool is_soft = candidates(id).is_fallback || group.let_go;
      return is_soft ? PlacementRule::soft_placement : PlacementRule::reference;
    }
    if (!own.is_open() && is_specialisation(own, group.requested)) return PlacementRule::requested;
    if (is_first && group.requested.is_open()) return PlacementRule::best_device;
    const bool is_tied = may_have_reference_inputs(graph_, id) || has_reference_outputs(graph_, id);
    return is_tied ? PlacementRule::reference : PlacementRule::colocated;
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

  // Nodes that share the device follow when it is their turn: until then they are not placed, and
  // no rule looks at them.
  void assign(NodeId id, DeviceIndex device, PlacementRule rule) {
    placement_.nodes[id].device = device;
    placement_.nodes[id].rule = rule;
    const std::uint32_t group = groups_->group_of(id);
    if (group != ColocationGroups::kAlone) group_devices_[group] = device;
  }

  const Graph& graph_;
  std::span<const DeviceName> devices_;
  const PlaceOptions& options_;
  NodeKinds kinds_;
  CandidateFinder finder_;
  std::optional<ColocationGroups> groups_;
  std::vector<DeviceIndex> group_devices_;
  Placement placement_;
  std::vector<bool> moves_variable_;  // by position in placement_.candidates
  std::unordered_map<std::uint64_t, std::uint32_t> known_;
  std::uint64_t last_key_ = UINT64_MAX;
  std::uint32_t last_number_ = 0;
};

}  // namespace

Placement place(const Graph& graph, std::span<const DeviceName> devices,
                const PlaceOptions& options) {
  assert(!devices.empty());
  return Placer(graph, devices, options).place();
}

}  // namespace graphrun
