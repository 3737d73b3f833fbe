#include "placement/colocation_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "placement/placement_fault.h"
#include "placement/references.h"

namespace graphrun {

// Disjoint sets, united by rank. A node that is still alone has no set of its own, so that a graph
// of a million nodes and a few ties costs a few sets.
class ColocationGroups::Union {
 public:
  Union(const Graph& graph, ColocationGroups& groups, bool soft, std::vector<std::string>& notices)
      : graph_(graph), groups_(groups), demands_(groups.demands_), soft_(soft), notices_(notices) {}

  void tie_references(std::span<const NodeId> order) {
    for (const NodeId id : order) {
      if (!may_have_reference_inputs(graph_, id)) continue;
      const auto inputs = graph_.inputs(id);
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (is_reference_input(graph_, id, i)) tie_reference(inputs[i].node, id);
      }
    }
  }

  void tie_colocated(std::span<const NodeId> order) {
    const bool any =
        std::ranges::any_of(order, [&](NodeId id) { return graph_.node(id).partners > 0; });
    if (!any) return;
    // A node may be colocated with one that comes later: of the nodes in a group, the first that is
    // met stands for it.
    first_met_.assign(graph_.size(), kNoNode);
    std::vector<NodeId> partners;
    for (const NodeId id : order) {
      const auto given = graph_.colocated_with(id);
      partners.assign(given.begin(), given.end());
      if (partners.size() > 1) {  // TensorFlow sorts them
        std::ranges::sort(partners, {}, [&](NodeId partner) { return graph_.node(partner).name; });
      }
      for (const NodeId partner : partners) join(id, partner);
      join(id, id);
    }
  }

  // Sets become groups in the order of their first members.
  void finish() {
    if (set_of_node_.empty()) return;
    std::vector<std::uint32_t> group_of_set(sets_.size(), kAlone);
    auto& demand_of_group = groups_.demand_of_group_;
    for (NodeId id = 0; id < graph_.size(); ++id) {
      const std::uint32_t set = set_of(id);
      if (set == kAlone || group_of_set[set] != kAlone) continue;
      group_of_set[set] = static_cast<std::uint32_t>(demand_of_group.size());
      demand_of_group.push_back(sets_[set].demand);
    }
    auto& first = groups_.first_member_;
    first.assign(demand_of_group.size() + 1, 0);
    for (std::uint32_t& set : set_of_node_) {  // now of groups
      if (set == kAlone) continue;
      set = group_of_set[root(set)];
      ++first[set + 1];
    }
    groups_.group_of_node_ = std::move(set_of_node_);
    for (std::size_t group = 1; group < first.size(); ++group) first[group] += first[group - 1];
    groups_.members_.resize(first.back());
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (NodeId id = 0; id < graph_.size(); ++id) {
      const std::uint32_t group = groups_.group_of_node_[id];
      if (group != kAlone) groups_.members_[next[group]++] = id;
    }
  }

 private:
  struct Set {
    std::uint32_t demand = 0;
    std::uint32_t parent = 0;
    std::uint32_t rank = 0;
  };

  // A node that is to be united with another, its set, and what that asks for.
  struct Side {
    NodeId node;
    std::uint32_t set;  // kAlone: none
    std::uint32_t demand;
  };

  static bool are_united(const Side& x, const Side& y) {
    return x.node == y.node || (x.set != kAlone && x.set == y.set);
  }

  std::uint32_t root(std::uint32_t set) {
    while (sets_[set].parent != set) {
      sets_[set].parent = sets_[sets_[set].parent].parent;
      set = sets_[set].parent;
    }
    return set;
  }

  std::uint32_t set_of(NodeId id) {
    if (set_of_node_.empty() || set_of_node_[id] == kAlone) return kAlone;
    return set_of_node_[id] = root(set_of_node_[id]);
  }

  Side side(NodeId id) {
    const std::uint32_t set = set_of(id);
    return {
        id, set,
        set == kAlone ? groups_.demand_of_kind_[groups_.kinds_.kind_of(id)] : sets_[set].demand};
  }

  void tie_reference(NodeId variable, NodeId reader) {
    const Side from = side(variable);
    Side to = side(reader);
    if (are_united(from, to)) return;
    const GroupDemand& source = demands_[from.demand];
    const GroupDemand& destination = demands_[to.demand];
    if (!are_compatible(source.resource, destination.resource)) {
      fail({.kind = PlacementFault::Kind::reference_resources,
            .node = variable,
            .other = reader,
            .by_reference = true,
            .group_spec = source.resource,
            .other_spec = destination.resource});
    }
    // The reader's wish loses against the variable's device, soft placement or not.
    if (!are_compatible(source.requested, destination.requested)) {
      notices_.push_back(fmt::format(
          "Ignoring device specification {} for node '{}' because the input edge from '{}' is a "
          "reference connection and already has a device field set to {}",
          to_string(destination.requested), graph_.node(reader).name, graph_.node(variable).name,
          to_string(source.requested)));
      GroupDemand changed = destination;
      changed.requested = specialised(source.requested, destination.resource);
      to.demand = demands_.number(changed);
    }
    if (const auto* refused = unite(from, to)) fail(fault_of(from, to, true, refused->problem));
  }

  // Puts `id` into the group that is named after `group`.
  void join(NodeId id, NodeId group) {
    NodeId& first = first_met_[group];
    if (first == kNoNode) {
      first = id;
      return;
    }
    const Side x = side(id);
    const Side y = side(first);
    if (are_united(x, y)) return;
    const auto* refused = unite(x, y);
    if (refused == nullptr) return;
    if (!soft_) fail(fault_of(x, y, false, refused->problem));
    notices_.push_back(fmt::format(
        "Ignoring request to colocate node '{}' with nodes in colocation group '{}' because soft "
        "placement is on and an attempt at doing so resulted in the following error: Cannot "
        "colocate nodes {} and {}{}",
        graph_.node(id).name, graph_.node(group).name, graph_.node(id).name,
        graph_.node(first).name,
        refused->problem.empty() ? " because no device type supports both of those nodes and the "
                                   "other nodes colocated with them."
                                 : ": " + refused->problem));
  }

  // Why x and y cannot share a device, nothing being changed; nullptr: now they do.
  const GroupDemands::Together* unite(const Side& x, const Side& y) {
    const std::uint32_t x_rank = x.set == kAlone ? 0 : sets_[x.set].rank;
    const std::uint32_t y_rank = y.set == kAlone ? 0 : sets_[y.set].rank;
    const Side& into = x_rank >= y_rank ? x : y;
    const Side& from = x_rank >= y_rank ? y : x;
    const GroupDemands::Together& together = demands_.together(into.demand, from.demand);
    if (together.demand == GroupDemands::kNone) return &together;

    const std::uint32_t set = into.set == kAlone ? new_set(into.node) : into.set;
    sets_[set].demand = together.demand;
    if (x_rank == y_rank) ++sets_[set].rank;
    if (from.set == kAlone) {
      set_of_node_[from.node] = set;
    } else {
      sets_[from.set].parent = set;
    }
    return nullptr;
  }

  std::uint32_t new_set(NodeId id) {
    if (set_of_node_.empty()) set_of_node_.assign(graph_.size(), kAlone);
    const auto set = static_cast<std::uint32_t>(sets_.size());
    sets_.push_back({.parent = set});
    set_of_node_[id] = set;
    return set;
  }

  static PlacementFault fault_of(const Side& x, const Side& y, bool by_reference,
                                 std::string_view problem) {
    return {.kind = problem.empty() ? PlacementFault::Kind::colocation_types
                                    : PlacementFault::Kind::colocation_specs,
            .node = x.node,
            .other = y.node,
            .by_reference = by_reference,
            .problem = std::string(problem)};
  }

  [[noreturn]] void fail(PlacementFault fault) {
    fault.group = members(set_of(fault.node));
    fault.other_group = members(set_of(fault.other));
    throw fault;
  }

  std::vector<NodeId> members(std::uint32_t set) {
    std::vector<NodeId> members;
    if (set == kAlone) return members;
    for (NodeId id = 0; id < graph_.size(); ++id) {
      if (set_of(id) == set) members.push_back(id);
    }
    return members;
  }

  const Graph& graph_;
  ColocationGroups& groups_;
  GroupDemands& demands_;
  bool soft_;
  std::vector<std::string>& notices_;
  std::vector<std::uint32_t> set_of_node_;  // empty while all are alone
  std::vector<Set> sets_;
  std::vector<NodeId> first_met_;  // by the node that a group is named after
};

ColocationGroups::ColocationGroups(const Graph& graph, const NodeKinds& kinds,
                                   std::span<const NodeId> order, bool soft,
                                   std::vector<std::string>& notices)
    : kinds_(kinds), demands_(soft) {
  demand_of_kind_.reserve(kinds.size());
  for (const NodeKind& kind : kinds) {
    const DeviceSpec& requested = graph.request(kind.example).spec;
    demand_of_kind_.push_back(
        demands_.number({.requested = requested,
                         .resource = kind.is_variable ? requested : DeviceSpec{},
                         .types = kind.types}));
  }
  Union sets(graph, *this, soft, notices);
  sets.tie_references(order);
  sets.tie_colocated(order);
  sets.finish();
}

}  // namespace graphrun
