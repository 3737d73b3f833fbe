#include "passes/fusion.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <ranges>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph/fused_op.h"
#include "passes/fused_program.h"
#include "passes/rewrite.h"
#include "passes/values.h"

namespace graphrun {
namespace {

class Fusion {
 public:
  Fusion(Program program, const PassContext& context)
      : rewrite_(std::move(program)),
        context_(context),
        position_(graph().size()),
        is_taken_(graph().size()),
        edges_counted_(graph().size()) {
    std::uint32_t position = 0;
    for (const NodeId id : graph().order()) position_[id] = position++;
  }

  Program run(PassReport& report) {
    std::size_t groups = 0;
    std::size_t nodes = 0;
    for (const NodeId id : std::views::reverse(graph().order())) {
      if (is_taken_[id] || !may_fuse(id)) continue;
      const std::vector<NodeId> group = group_of(id);
      if (group.size() < 2) continue;
      fuse(group);
      ++groups;
      nodes += group.size();
    }
    report.sentence = fmt::format("made {} element-wise nodes {}", nodes, groups);
    Program program = rewrite_.finish(report);
    for (auto& op : made_ops_) program.made_ops.push_back(std::move(op));
    return program;
  }

 private:
  const Graph& graph() const { return rewrite_.graph(); }
  DeviceIndex device(NodeId id) const { return rewrite_.program().placement.nodes[id].device; }
  DType dtype(NodeId id) const { return graph().output({id, 0}).dtype; }

  bool may_fuse(NodeId id) const {
    const Node& node = graph().node(id);
    return !node.op->blocks.empty() && is_function(graph(), id) &&
           find_block(*node.op, dtype(id)) != nullptr && has_kernel(id) && operands_of(id);
  }

  // Whether a fused node can be computed where the node is.
  bool has_kernel(NodeId id) const {
    const auto has = [&](DeviceType type) {
      return find_kernel(context_.fused_row, type, types_of(id));
    };
    const Placement& placement = rewrite_.program().placement;
    const KernelDef* kernel = has(context_.devices.devices[device(id)]->kernels());
    return has(placement.device_of(id).type) != nullptr && kernel != nullptr &&
           kernel->run != nullptr;
  }

  TypeValues types_of(NodeId id) const {
    TypeValues types{};
    types[0] = dtype(id);
    return types;
  }

  // Which operands are one element for all. nullopt: an operand is repeated along some axes, or it
  // is not known whether it is.
  std::optional<MemberOperands> operands_of(NodeId id) const {
    const auto inputs = graph().inputs(id);
    if (inputs.size() == 1) return MemberOperands{{{{inputs[0], false}}}, 1};
    const Shape& out = graph().output({id, 0}).shape;
    const auto shape = [&](std::size_t i) -> const Shape& {
      return graph().output(inputs[i]).shape;
    };
    const auto is_full = [&](std::size_t i) {
      const Shape& other = shape(1 - i);
      const bool other_is_scalar = other.has_rank() && other.rank() == 0;
      return other_is_scalar || (out.is_complete() && shape(i) == out);
    };
    const auto is_one = [&](std::size_t i) {
      return shape(i).is_complete() && shape(i).checked_elements() == 1;
    };
    MemberOperands operands{.count = 2};
    for (std::size_t i = 0; i < 2; ++i) {
      if (!is_full(i) && !is_one(i)) return std::nullopt;
      operands.all[i] = {inputs[i], !is_full(i)};
    }
    if (operands.all[0].is_one && operands.all[1].is_one) return std::nullopt;
    return operands;
  }

  // `last` and the nodes before it that can be computed together with it, in an order that can run.
  std::vector<NodeId> group_of(NodeId last) {
    std::vector<NodeId> group = {last};
    std::vector<NodeId> counted;
    for (std::size_t next = 0; next < group.size(); ++next) {
      const MemberOperands operands = *operands_of(group[next]);
      for (const MemberOperand& operand : operands) {
        const NodeId id = operand.tensor.node;
        rewrite_.count_edges(1);
        if (operand.is_one || group.size() == FusedOp::kMostSteps) continue;
        if (edges_counted_[id]++ == 0) counted.push_back(id);
        // All that read it are in the group.
        if (edges_counted_[id] == graph().consumers(id).size() && may_join(id, last)) {
          group.push_back(id);
        }
      }
    }
    for (const NodeId id : counted) edges_counted_[id] = 0;
    if (group.size() > 1) {
      for (const NodeId id : group) is_taken_[id] = true;
    }
    std::ranges::sort(group, {}, [&](NodeId id) { return position_[id]; });
    return group;
  }

  bool may_join(NodeId id, NodeId last) const {
    return may_fuse(id) && device(id) == device(last) && dtype(id) == dtype(last) &&
           !rewrite_.is_fetched(id) && !is_taken_[id];
  }

  void fuse(const std::vector<NodeId>& group) {
    std::vector<Member> members;
    std::vector<std::string> names;
    for (const NodeId id : group) {
      members.push_back({id, graph().node(id).op, *operands_of(id)});
      names.emplace_back(graph().node(id).name);
    }
    const NodeId last = group.back();
    FusedProgram program = write_fused_program(members, dtype(last));
    Attributes attributes;
    attributes.set(kFusedMembers, std::move(names));
    NodeChange change{.types = types_of(last),
                      .attributes = rewrite_.share(std::move(attributes)),
                      .inputs = program.operands,
                      .outputs = {graph().output({last, 0})}};
    change.op = op_of(std::move(program));
    rewrite_.replace(last, std::move(change));
  }

  // Nodes with the same program share an op.
  const OpDef* op_of(FusedProgram program) {
    const auto [found, is_new] = op_with_.try_emplace(program.key(), nullptr);
    if (is_new) {
      auto op = std::make_shared<FusedOp>();
      static_cast<OpDef&>(*op) = context_.fused_row;
      op->name = fused_name(program.steps);
      op->is_one = std::move(program.is_one);
      op->steps = std::move(program.steps);
      // Before the last step writes to a place, all others have read what is there of the first
      // operand, which has the output's shape. The last one must not read what it writes.
      const FusedOp::Instruction& last = op->steps.back();
      op->in_place_inputs = last.x != 0 && last.y != 0 ? 1 : 0;
      op->blocks_needed = program.blocks;
      found->second = op.get();
      made_ops_.push_back(std::move(op));
    }
    return found->second;
  }

  Rewrite rewrite_;
  const PassContext& context_;
  std::vector<std::uint32_t> position_;       // by NodeId, in the graph's order
  std::vector<bool> is_taken_;                // by NodeId: it is in a group
  std::vector<std::uint32_t> edges_counted_;  // by NodeId, of the group that is made
  std::unordered_map<std::string, const OpDef*> op_with_;
  std::vector<std::shared_ptr<const OpDef>> made_ops_;
};

}  // namespace

Program fuse_elementwise(Program program, const PassContext& context, PassReport& report) {
  return Fusion(std::move(program), context).run(report);
}

}  // namespace graphrun
