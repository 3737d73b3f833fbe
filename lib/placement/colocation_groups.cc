#include "placement/colocation_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "graph/graph_builder.h"
#include "placement/placement_fault.h"

namespace graphrun {
namespace {

constexpr std::uint32_t kNone = 0xffffffffu;

// Whether the i-th input of a node ties it to the node that makes it.
bool is_reference_input(const Graph& graph, NodeId id, std::size_t i) {
  const OpDef& op = *graph.node(id).op;
  const ArgDef& arg =
      op.inputs[static_cast<std::size_t>(arg_of_input(op, graph.node(id).inputs, i))];
  return arg.is_ref || (arg.kind == ArgDef::Kind::fixed && arg.dtype == DType::resource);
}

bool has_reference_input(const OpDef& op) {
  return std::ranges::any_of(op.inputs, [](const ArgDef& arg) {
    return arg.is_ref || (arg.kind == ArgDef::Kind::fixed && arg.dtype == DType::resource);
  });
}

// A node without inputs whose one output is a reference or a resource: a variable.
bool makes_resource(const Graph& graph, NodeId id) {
  const Node& node = graph.node(id);
  if (node.inputs != 0 || node.outputs != 1) return false;
  const Output& output = graph.outputs(id)[0];
  return output.is_ref || output.dtype == DType::resource;
}

bool has_priorities(const SupportedTypes& types) {
  return types.priority[0].value_or(0) != 0 || types.priority[1].value_or(0) != 0;
}

// Whether types are preferred in the same order; both support the same.
bool same_preference(const SupportedTypes& a, const SupportedTypes& b) {
  if (!a.priority[0] || !a.priority[1]) return true;
  return (*a.priority[0] < *a.priority[1]) == (*b.priority[0] < *b.priority[1]) &&
         (*a.priority[0] == *a.priority[1]) == (*b.priority[0] == *b.priority[1]);
}

// The types that both support. Kernel priorities survive where only one side has them, or both
// agree.
SupportedTypes intersection(SupportedTypes a, SupportedTypes b) {
  for (std::size_t t = 0; t < a.priority.size(); ++t) {
    if (!a.priority[t] || !b.priority[t]) {
      a.priority[t].reset();
      b.priority[t].reset();
    }
  }
  if (!has_priorities(a)) return has_priorities(b) ? b : a;
  if (!has_priorities(b) || same_preference(a, b)) return a;
  for (auto& priority : a.priority) {
    if (priority) priority = 0;
  }
  return a;
}

bool is_local(const DeviceSpec& spec, const DeviceName& client) {
  return (!spec.job || *spec.job == client.job) &&
         (!spec.replica || *spec.replica == client.replica) &&
         (!spec.task || *spec.task == client.task);
}

}  // namespace

SupportedTypes supported_types(const Graph& graph, NodeId id, std::span<const DeviceName> devices) {
  const Node& node = graph.node(id);
  SupportedTypes types;
  for (const DeviceType type : {DeviceType::cpu, DeviceType::gpu}) {
    const bool is_there = std::ranges::find(devices, type, &DeviceName::type) != devices.end();
    if (!is_there) continue;
    if (const KernelDef* kernel = find_kernel(*node.op, type, node.types)) {
      types.priority[static_cast<std::size_t>(type)] = kernel->priority;
    }
  }
  // Another process may know an op that this one has no kernel for at all.
  const DeviceSpec& spec = graph.request(id).spec;
  if (!types.any() && node.op->kernels.empty() && !is_local(spec, devices.front())) {
    for (const DeviceType type : {DeviceType::cpu, DeviceType::gpu}) {
      if (!spec.type || *spec.type == to_string(type)) {
        types.priority[static_cast<std::size_t>(type)] = 0;
      }
    }
  }
  return types;
}

ColocationGroups::ColocationGroups(const Graph& graph, std::span<const DeviceName> devices,
                                   bool soft, std::vector<std::string>& warnings)
    : graph_(graph), devices_(devices), soft_(soft), warnings_(warnings) {
  tie_references();
  tie_colocated();
  for (std::uint32_t g = 0; g < groups_.size(); ++g) {
    if (parent_[g] == g) groups_[g].members.clear();
  }
  for (NodeId id = 0; id < group_of_node_.size(); ++id) {
    if (group_of_node_[id] == kNone) continue;
    group_of_node_[id] = find(id);
    groups_[group_of_node_[id]].members.push_back(id);
  }
}

const ColocationGroups::Group* ColocationGroups::group_of(NodeId id) const {
  if (group_of_node_.empty() || group_of_node_[id] == kNone) return nullptr;
  return &groups_[group_of_node_[id]];
}

void ColocationGroups::tie_references() {
  for (const NodeId id : graph_.order()) {
    if (!has_reference_input(*graph_.node(id).op)) continue;
    const auto inputs = graph_.inputs(id);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (!is_reference_input(graph_, id, i)) continue;
      const NodeId source = inputs[i].node;
      Group& from = groups_[(group_for(source), find(source))];
      const DeviceSpec from_requested = from.requested;
      const DeviceSpec from_resource = from.resource;
      Group& to = groups_[(group_for(id), find(id))];
      if (!are_compatible(from_resource, to.resource)) {
        throw PlacementFault{.kind = PlacementFault::Kind::reference_resources,
                             .node = source,
                             .other = id,
                             .by_reference = true,
                             .group_spec = from_resource,
                             .other_spec = to.resource};
      }
      // The reader's own wish loses against the variable's device, soft placement or not.
      if (!are_compatible(from_requested, to.requested)) {
        to.requested = specialised(from_requested, to.resource);
      }
      unite(id, source, true);
    }
  }
}

void ColocationGroups::tie_colocated() {
  for (const NodeId id : graph_.order()) {
    for (const NodeId partner : graph_.colocated_with(id)) unite(id, partner, false);
  }
}

std::uint32_t ColocationGroups::find(NodeId id) {
  std::uint32_t group = group_of_node_[id];
  while (parent_[group] != group) group = parent_[group] = parent_[parent_[group]];
  return group;
}

std::uint32_t ColocationGroups::group_for(NodeId id) {
  if (group_of_node_.empty()) group_of_node_.assign(graph_.size(), kNone);
  if (group_of_node_[id] != kNone) return group_of_node_[id];
  const auto number = static_cast<std::uint32_t>(groups_.size());
  group_of_node_[id] = number;
  parent_.push_back(number);
  Group group;
  group.root = id;
  group.requested = graph_.request(id).spec;
  if (makes_resource(graph_, id)) group.resource = group.requested;
  group.types = supported_types(graph_, id, devices_);
  groups_.push_back(std::move(group));
  return number;
}

// Checks everything before it changes anything, so that a refused union leaves both as they were.
void ColocationGroups::unite(NodeId node, NodeId other, bool by_reference) {
  group_for(node);
  group_for(other);
  std::uint32_t into = find(node);
  std::uint32_t from = find(other);
  if (into == from) return;
  if (groups_[into].rank < groups_[from].rank) std::swap(into, from);
  const Group& a = groups_[find(node)];
  const Group& b = groups_[find(other)];

  const SpecMerge resource = merge_specs(a.resource, b.resource, false);
  const SpecMerge requested = merge_specs(a.requested, b.requested, soft_);
  const std::string problem = resource.problem.empty() ? requested.problem : resource.problem;
  const SupportedTypes types = intersection(a.types, b.types);
  if (!problem.empty() || !types.any()) {
    if (soft_ && !by_reference) {
      warnings_.push_back(fmt::format(
          "Ignoring request to colocate node '{}' with nodes in colocation group '{}' because soft "
          "placement is on and an attempt at doing so resulted in the following error: {}",
          graph_.node(node).name, graph_.node(other).name,
          problem.empty() ? "no device type supports both of those nodes" : problem));
      return;
    }
    fail(a.root, b.root, by_reference, problem);
  }
  Group& root = groups_[into];
  root.resource = resource.merged;
  root.requested = specialised(requested.merged, resource.merged);
  root.types = types;
  root.by_reference = root.by_reference || groups_[from].by_reference || by_reference;
  if (root.rank == groups_[from].rank) ++root.rank;
  parent_[from] = into;
}

void ColocationGroups::fail(NodeId node, NodeId other, bool by_reference,
                            std::string problem) const {
  const auto kind = problem.empty() ? PlacementFault::Kind::colocation_types
                                    : PlacementFault::Kind::colocation_specs;
  throw PlacementFault{.kind = kind,
                       .node = node,
                       .other = other,
                       .by_reference = by_reference,
                       .problem = std::move(problem)};
}

}  // namespace graphrun
