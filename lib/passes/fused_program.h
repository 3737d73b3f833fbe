// Writes the program of a FusedOp: operands and values numbered, scratch blocks given out.

#pragma once

#include <array>
#include <string>
#include <vector>

#include "graph/fused_op.h"
#include "graph/graph.h"

namespace graphrun {

// An operand of one of the nodes that are to be fused.
struct MemberOperand {
  OutputRef tensor;
  bool is_one = false;  // one element for all
};

// One or two of them.
struct MemberOperands {
  std::array<MemberOperand, 2> all;
  std::size_t count = 1;

  const MemberOperand* begin() const { return all.data(); }
  const MemberOperand* end() const { return all.data() + count; }
  const MemberOperand& front() const { return all.front(); }
  const MemberOperand& back() const { return all[count - 1]; }
};

struct Member {
  NodeId node = kNoNode;
  const OpDef* op = nullptr;
  MemberOperands operands;
};

struct FusedProgram {
  std::vector<OutputRef> operands;  // of the fused node; the first has its shape
  std::vector<bool> is_one;         // by operand
  std::vector<FusedOp::Instruction> steps;
  std::uint32_t blocks = 0;

  // Equal for equal programs, whatever they are applied to.
  std::string key() const;
};

// `members` come each after those that it reads; the last is the one whose value is kept.
FusedProgram write_fused_program(const std::vector<Member>& members, DType dtype);

// "Mul+Add", "Mul+Add+18 more": what the op is called in messages and profiles.
std::string fused_name(const std::vector<FusedOp::Instruction>& steps);

}  // namespace graphrun
