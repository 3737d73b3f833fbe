#include "runtime/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "base/complaint.h"
#include "base/error.h"
#include "graph/graph_builder.h"

namespace graphrun {
namespace {

constexpr SpaceId kNoSpace = 0xffffffffu;
constexpr StepId kNoStep = 0xffffffffu;

bool is_host_arg(const std::vector<int>& host_args, int arg) {
  return std::ranges::find(host_args, arg) != host_args.end();
}

// The position in op.outputs of a node's i-th output.
int arg_of_output(const OpDef& op, std::size_t outputs, std::size_t i) {
  for (std::size_t arg = 0; arg < op.outputs.size(); ++arg) {
    if (!op.outputs[arg].is_list) continue;
    if (i < arg) break;
    const std::size_t in_list = outputs - (op.outputs.size() - 1);
    return static_cast<int>(i < arg + in_list ? arg : i - in_list + 1);
  }
  return static_cast<int>(i);
}

class Planner {
 public:
  Planner(const Graph& graph, const Placement& placement, std::span<const Fetch> fetches,
          std::span<const NodeId> fed)
      : graph_(graph),
        placement_(placement),
        fetches_(fetches),
        is_fed_(graph.size()),
        first_slot_(graph.size(), kNoSlotId),
        step_of_node_(graph.size(), kNoStep),
        space_of_device_(placement.devices.size(), kNoSpace),
        host_of_device_(placement.devices.size(), kNoSpace) {
    for (const NodeId id : fed) is_fed_[id] = true;
    plan_.lanes.push_back({});
  }

  Plan plan() {
    const std::vector<bool> needed = needed_nodes(graph_, fetches_);
    for (const NodeId id : graph_.order()) {
      if (!needed[id]) continue;
      if (is_fed_[id]) {
        add_fed(id);
      } else {
        add_node(id);
      }
    }
    for (const Fetch& fetch : fetches_) {
      if (!fetch.has_value) {
        plan_.fetched.push_back(kNoSlotId);
        continue;
      }
      const SlotId slot = slot_in(fetch.output, host_of(client()));
      ++plan_.slots[slot].readers;
      plan_.fetched.push_back(slot);
    }
    link_successors();
    return std::move(plan_);
  }

 private:
  // The fetches' device: the first one, the client's CPU.
  static DeviceIndex client() { return 0; }

  SpaceId host_of(DeviceIndex device) {
    SpaceId& space = host_of_device_[device];
    if (space != kNoSpace) return space;
    const DeviceName& name = placement_.devices[device];
    const auto task = std::tuple(name.job, name.replica, name.task);
    const auto [found, is_new] =
        host_of_task_.try_emplace(task, static_cast<SpaceId>(plan_.spaces.size()));
    if (is_new) plan_.spaces.push_back({device, true});
    return space = found->second;
  }

  SpaceId space_of(DeviceIndex device) {
    if (placement_.devices[device].type == DeviceType::cpu) return host_of(device);
    SpaceId& space = space_of_device_[device];
    if (space == kNoSpace) {
      space = static_cast<SpaceId>(plan_.spaces.size());
      plan_.spaces.push_back({device, false});
    }
    return space;
  }

  LaneId lane(Lane::Kind kind, DeviceIndex device) {
    if (kind == Lane::Kind::host) return 0;
    for (LaneId i = 1; i < plan_.lanes.size(); ++i) {
      if (plan_.lanes[i].kind == kind && plan_.lanes[i].device == device) return i;
    }
    plan_.lanes.push_back({kind, device});
    return static_cast<LaneId>(plan_.lanes.size() - 1);
  }

  void add_fed(NodeId id) {
    const SpaceId host = host_of(client());
    first_slot_[id] = add_slot({id, 0}, host);
    plan_.fed.push_back({id, first_slot_[id]});
  }

  SlotId add_slot(OutputRef tensor, SpaceId space) {
    plan_.slots.push_back({tensor, space, 0});
    return static_cast<SlotId>(plan_.slots.size() - 1);
  }

  void add_node(NodeId id) {
    const Node& node = graph_.node(id);
    if (node.op->name == "Placeholder") complain_of_unfed(id);
    const DeviceIndex device = placement_.nodes[id].device;
    const DeviceType type = placement_.devices[device].type;
    const KernelDef* kernel = find_kernel(*node.op, type, node.types);
    if (kernel == nullptr || !node.op->declared_in.empty()) complain_of_declared(id);

    Step step;
    step.node = id;
    step.lane = lane(type == DeviceType::cpu ? Lane::Kind::host : Lane::Kind::compute, device);
    const auto inputs = graph_.inputs(id);
    scratch_.clear();
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const int arg = arg_of_input(*node.op, inputs.size(), i);
      const bool on_host = type == DeviceType::cpu || is_host_arg(kernel->host_inputs, arg) ||
                           is_string(graph_.output(inputs[i]).dtype);
      const bool is_ref = node.op->inputs[static_cast<std::size_t>(arg)].is_ref;
      // A variable itself is passed where it is; its value goes where it is read.
      scratch_.push_back(
          is_ref ? own_slot(inputs[i])
                 : slot_for(id, inputs[i], on_host ? host_of(device) : space_of(device)));
    }
    step.first_input = static_cast<std::uint32_t>(plan_.inputs.size());
    step.inputs = static_cast<std::uint32_t>(inputs.size());
    plan_.inputs.insert(plan_.inputs.end(), scratch_.begin(), scratch_.end());
    for (const SlotId slot : scratch_) ++plan_.slots[slot].readers;

    step.first_output = static_cast<SlotId>(plan_.slots.size());
    step.outputs = node.outputs;
    first_slot_[id] = step.first_output;
    for (std::uint32_t i = 0; i < node.outputs; ++i) {
      const int arg = arg_of_output(*node.op, node.outputs, i);
      const bool on_host = type == DeviceType::cpu || is_host_arg(kernel->host_outputs, arg) ||
                           is_string(graph_.output({id, i}).dtype);
      add_slot({id, i}, on_host ? host_of(device) : space_of(device));
    }
    const StepId number = add_step(step);
    step_of_node_[id] = number;
    for (const SlotId slot : plan_.inputs_of(step)) wait_for(number, maker_[slot]);
    for (const NodeId control : graph_.control_inputs(id)) {
      wait_for(number, step_of_node_[control]);
    }
  }

  StepId add_step(const Step& step) {
    const auto number = static_cast<StepId>(plan_.steps.size());
    plan_.steps.push_back(step);
    maker_.resize(plan_.slots.size(), kNoStep);
    for (std::uint32_t i = 0; i < step.outputs; ++i) maker_[step.first_output + i] = number;
    return number;
  }

  void wait_for(StepId step, StepId earlier) {
    if (earlier == kNoStep) return;  // fed: there from the start
    waits_.emplace_back(earlier, step);
  }

  SlotId own_slot(OutputRef tensor) const { return first_slot_[tensor.node] + tensor.index; }

  // The slot of a tensor in a space, copied there if need be.
  SlotId slot_in(OutputRef tensor, SpaceId space) {
    const SlotId own = own_slot(tensor);
    if (plan_.slots[own].space == space) return own;
    const std::uint64_t key = std::uint64_t{own} << 32 | space;
    const auto [found, is_new] = copy_of_.try_emplace(key, kNoSlotId);
    if (is_new) {
      const SlotId copy = add_copy(own, space);
      copy_of_[key] = copy;
      return copy;
    }
    return found->second;
  }

  // The slot that `reader` reads. A variable's value is read after what the reader waits for, so
  // that a copy of it cannot be shared with readers that do not wait.
  SlotId slot_for(NodeId reader, OutputRef tensor, SpaceId space) {
    const SlotId own = own_slot(tensor);
    const auto controls = graph_.control_inputs(reader);
    if (controls.empty() || !graph_.output(tensor).is_ref || plan_.slots[own].space == space) {
      return slot_in(tensor, space);
    }
    const SlotId copy = add_copy(own, space);
    for (const NodeId control : controls) wait_for(maker_[copy], step_of_node_[control]);
    return copy;
  }

  SlotId add_copy(SlotId source, SpaceId space) {
    maker_.resize(plan_.slots.size(), kNoStep);
    const Space from = plan_.spaces[plan_.slots[source].space];
    const Space to = plan_.spaces[space];
    Step step;
    step.node = plan_.slots[source].tensor.node;
    step.is_copy = true;
    step.lane = !to.is_host     ? lane(Lane::Kind::copies_in, to.device)
                : !from.is_host ? lane(Lane::Kind::copies_out, from.device)
                                : lane(Lane::Kind::host, 0);
    step.first_input = static_cast<std::uint32_t>(plan_.inputs.size());
    step.inputs = 1;
    plan_.inputs.push_back(source);
    ++plan_.slots[source].readers;
    const StepId maker = maker_[source];
    step.first_output = add_slot(plan_.slots[source].tensor, space);
    step.outputs = 1;
    wait_for(add_step(step), maker);
    return step.first_output;
  }

  void link_successors() {
    std::ranges::sort(waits_);
    waits_.erase(std::unique(waits_.begin(), waits_.end()), waits_.end());
    plan_.successors.reserve(waits_.size());
    std::size_t next = 0;
    for (StepId number = 0; number < plan_.steps.size(); ++number) {
      Step& step = plan_.steps[number];
      step.first_successor = static_cast<std::uint32_t>(plan_.successors.size());
      for (; next < waits_.size() && waits_[next].first == number; ++next) {
        plan_.successors.push_back(waits_[next].second);
        ++plan_.steps[waits_[next].second].waits_for;
        ++step.successors;
      }
    }
  }

  [[noreturn]] void complain_of_unfed(NodeId id) const {
    const Node& node = graph_.node(id);
    const Output& output = graph_.output({id, 0});
    const std::string shape =
        output.shape.has_rank() ? fmt::format(" and shape {}", to_string(output.shape)) : "";
    const Complaint complaint{
        graph_.position(id),
        fmt::format("InvalidArgumentError: You must feed a value for placeholder tensor '{}' with "
                    "dtype {}{}",
                    node.name, message_name(output.dtype), shape),
        "",
        fmt::format("--feed {0}=a.npy, --feed {0}=random:seed=1, or 'feeds' in the file",
                    node.name)};
    throw Error(ExitStatus::invalid, to_string(complaint));
  }

  [[noreturn]] void complain_of_declared(NodeId id) const {
    const Node& node = graph_.node(id);
    const Complaint complaint{
        graph_.position(id),
        fmt::format("op '{}' cannot run: {}", node.op->name,
                    node.op->declared_in.empty()
                        ? "it has no kernel for where it is"
                        : fmt::format("it is only declared, in {}", node.op->declared_in)),
        "", "place, check and draw take such graphs"};
    throw Error(ExitStatus::invalid, to_string(complaint));
  }

  const Graph& graph_;
  const Placement& placement_;
  std::span<const Fetch> fetches_;
  std::vector<bool> is_fed_;
  Plan plan_;
  std::vector<SlotId> first_slot_;  // by NodeId
  std::vector<StepId> step_of_node_;
  std::vector<StepId> maker_;                          // by SlotId
  std::unordered_map<std::uint64_t, SlotId> copy_of_;  // by slot and space
  std::vector<std::pair<StepId, StepId>> waits_;       // earlier, later
  std::vector<SpaceId> space_of_device_;
  std::vector<SpaceId> host_of_device_;
  std::map<std::tuple<std::string, int, int>, SpaceId> host_of_task_;
  std::vector<SlotId> scratch_;
};

}  // namespace

std::vector<bool> needed_nodes(const Graph& graph, std::span<const Fetch> fetches) {
  std::vector<bool> needed(graph.size());
  std::vector<NodeId> open;
  const auto need = [&](NodeId id) {
    if (needed[id]) return;
    needed[id] = true;
    open.push_back(id);
  };
  for (const Fetch& fetch : fetches) need(fetch.output.node);
  while (!open.empty()) {
    const NodeId id = open.back();
    open.pop_back();
    for (const OutputRef input : graph.inputs(id)) need(input.node);
    for (const NodeId control : graph.control_inputs(id)) need(control);
  }
  return needed;
}

Plan make_plan(const Graph& graph, const Placement& placement, std::span<const Fetch> fetches,
               std::span<const NodeId> fed) {
  return Planner(graph, placement, fetches, fed).plan();
}

}  // namespace graphrun
