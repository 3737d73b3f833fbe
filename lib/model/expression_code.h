// A scalar with `$name` and `$(…)` in it, read once: instructions for a machine with a stack of
// values and a text that it writes.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "model/value.h"
#include "model/variables.h"

namespace graphrun::expression {

// What each does with the stack; `top` is the last value pushed.
enum class Operation : std::uint8_t {
  load,              // push the variable `operand`
  constant,          // push constants[operand]
  negate,            // -top
  plus,              // +top: only numbers have one
  invert,            // not top
  binary,            // BinaryOperator `detail` on the last two
  compare,           // Comparison `detail` on the last two
  compare_or_leave,  // the same in a chain: if true keep the right one, else false and go to
                     // `operand`
  leave_if_false,    // if top is false go to `operand`, else drop it
  leave_if_true,
  make_list,    // of the last `operand`
  index,        // the last two
  call,         // Builtin `detail` with the last `operand`
  write,        // top to the text, and drop it
  write_plain,  // constants[operand] to the text
};

struct Instruction {
  Operation operation;
  std::uint8_t detail = 0;
  std::uint32_t operand = 0;
  std::size_t offset = 0;  // into the scalar, for faults
};

struct Code {
  std::vector<Instruction> instructions;
  std::vector<Value> constants;
  bool is_one_substitution = false;  // the result is top; else it is the text
};

// Throws ExpressionFault. The code keeps nothing of `text`.
Code compile(std::string_view text, VariableNames& names);

}  // namespace graphrun::expression
