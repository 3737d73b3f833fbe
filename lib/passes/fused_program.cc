#include "passes/fused_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace graphrun {
namespace {

constexpr std::size_t kNamedOps = 3;

class Writer {
 public:
  Writer(const std::vector<Member>& members, DType dtype) : members_(members), dtype_(dtype) {
    for (std::uint32_t i = 0; i < members.size(); ++i) step_of_.emplace(members[i].node, i);
  }

  FusedProgram write() {
    number_operands();
    for (const Member& member : members_) {
      const std::uint32_t x = value_of(member.operands.front());
      const std::uint32_t y = value_of(member.operands.back());
      program_.steps.push_back({member.op, find_block(*member.op, dtype_), x, y, 0});
    }
    give_out_blocks();
    return std::move(program_);
  }

 private:
  // The tensors that no member makes, one that has the shape first.
  void number_operands() {
    for (const bool is_one : {false, true}) {
      for (const Member& member : members_) {
        for (const MemberOperand& operand : member.operands) {
          if (operand.is_one == is_one && !step_of_.contains(operand.tensor.node)) number(operand);
        }
      }
    }
  }

  void number(const MemberOperand& operand) {
    const auto number = static_cast<std::uint32_t>(program_.operands.size());
    if (!operand_of_.try_emplace({operand.tensor, operand.is_one}, number).second) return;
    program_.operands.push_back(operand.tensor);
    program_.is_one.push_back(operand.is_one);
  }

  std::uint32_t value_of(const MemberOperand& operand) const {
    const auto step = step_of_.find(operand.tensor.node);
    if (step == step_of_.end()) return operand_of_.at({operand.tensor, operand.is_one});
    return static_cast<std::uint32_t>(program_.operands.size()) + step->second;
  }

  // A block is free again after the last step that reads its value; not for that step's own
  // result, which must not overlap what it is computed from.
  void give_out_blocks() {
    const auto operands = static_cast<std::uint32_t>(program_.operands.size());
    auto& steps = program_.steps;
    std::vector<std::uint32_t> last_reader(steps.size());
    for (std::uint32_t i = 0; i < steps.size(); ++i) {
      for (const std::uint32_t value : {steps[i].x, steps[i].y}) {
        if (value >= operands) last_reader[value - operands] = i;
      }
    }
    std::vector<std::uint32_t> free;
    for (std::uint32_t i = 0; i + 1 < steps.size(); ++i) {
      if (free.empty()) free.push_back(program_.blocks++);
      steps[i].block = free.back();
      free.pop_back();
      const bool is_twice = steps[i].x == steps[i].y;
      for (const std::uint32_t value : {steps[i].x, steps[i].y}) {
        if (value >= operands && last_reader[value - operands] == i) {
          free.push_back(steps[value - operands].block);
        }
        if (is_twice) break;
      }
    }
  }

  const std::vector<Member>& members_;
  DType dtype_;
  FusedProgram program_;
  std::unordered_map<NodeId, std::uint32_t> step_of_;
  std::map<std::pair<OutputRef, bool>, std::uint32_t> operand_of_;
};

}  // namespace

std::string FusedProgram::key() const {
  std::string key;
  const auto append = [&](auto number) {
    key.append(reinterpret_cast<const char*>(&number), sizeof number);
  };
  for (const bool one : is_one) append(one);
  for (const FusedOp::Instruction& step : steps) {
    append(reinterpret_cast<std::uintptr_t>(step.op));
    append(reinterpret_cast<std::uintptr_t>(step.block_def));
    append(step.x);
    append(step.y);
  }
  return key;
}

FusedProgram write_fused_program(const std::vector<Member>& members, DType dtype) {
  return Writer(members, dtype).write();
}

std::string fused_name(const std::vector<FusedOp::Instruction>& steps) {
  std::string name;
  const std::size_t named = steps.size() <= kNamedOps ? steps.size() : kNamedOps - 1;
  for (std::size_t i = 0; i < named; ++i) name += (i > 0 ? "+" : "") + steps[i].op->name;
  if (named < steps.size()) name += fmt::format("+{} more", steps.size() - named);
  return name;
}

}  // namespace graphrun
