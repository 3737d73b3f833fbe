// An op that stands for several element-wise ones, so that their nodes are one node whose kernel
// goes over the memory once. The pass `fuse` makes such ops; no graph file names them.
//
// It is a small program: an instruction applies an element-wise op to values that are already
// there. Values are numbered: first the node's inputs, then a value for each instruction, of which
// the last is the node's output. All have the shape of the first input, but inputs of one element,
// which stand for a tensor of that shape.

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "graph/op_catalog.h"

namespace graphrun {

// The attribute of a node of such an op that lists the names of the nodes that it stands for, in
// the order of the instructions; the last is its own.
inline constexpr std::string_view kFusedMembers = "members";

struct FusedOp : OpDef {
  struct Instruction {
    const OpDef* op = nullptr;
    const BlockDef* block_def = nullptr;  // of `op`, for the type of the values
    std::uint32_t x = 0;                  // values; y is x where the op has one operand
    std::uint32_t y = 0;
    // Which scratch block holds the result: as many as must be held at once, not one a value. The
    // last instruction writes the output.
    std::uint32_t block = 0;
  };

  static constexpr std::size_t kMostSteps = 64;
  static constexpr std::size_t kMostOperands = kMostSteps + 1;

  std::vector<bool> is_one;        // by operand of the node: one element, whatever the shape
  std::vector<Instruction> steps;  // each after those whose values it takes
  std::uint32_t blocks_needed = 0;
};

}  // namespace graphrun
