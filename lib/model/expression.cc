#include "model/expression.h"

#include <fmt/format.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/closest_match.h"
#include "model/expression_operators.h"

namespace graphrun {
namespace {

using expression::Instruction;
using expression::Operand;
using expression::Operation;

const Value& look_up(const Instruction& load, const Variables& variables,
                     const VariableNames& names) {
  const auto id = static_cast<VariableId>(load.operand);
  if (const Value* value = variables.find(id)) return *value;
  std::vector<std::string_view> known;
  for (const VariableId seen : variables.in_sight()) known.push_back(names.name(seen));
  const std::string_view name = names.name(id);
  throw ExpressionFault{load.offset, fmt::format("unknown name '{}'", name),
                        did_you_mean(name, known)};
}

// One evaluation.
class Machine {
 public:
  Machine(const expression::Code& code, const Variables& variables, const VariableNames& names)
      : code_(code), variables_(variables), names_(names) {
    constexpr std::size_t kUsualDepth = 4;
    stack_.reserve(kUsualDepth);
  }

  std::size_t spent() const { return site_.spent(); }

  Value run() {
    const std::vector<Instruction>& instructions = code_.instructions;
    while (next_ < instructions.size()) step(instructions[next_++]);
    if (!code_.is_one_substitution) return {std::move(text_)};
    // A value that is only looked at is as large as the file made it, so copying it is not charged.
    if (!top().is_own()) return top().value();
    return std::move(top().own(site_));
  }

 private:
  void step(const Instruction& instruction);
  void compare_in_chain(const Instruction& instruction);
  void leave_if(bool truth, std::size_t to);
  void write_top();

  Operand& top() { return stack_.back(); }
  Operand& below_top() { return stack_[stack_.size() - 2]; }
  std::span<Operand> last(std::size_t count) {
    return std::span(stack_).subspan(stack_.size() - count);
  }
  void drop(std::size_t count) {
    stack_.erase(stack_.end() - static_cast<std::ptrdiff_t>(count), stack_.end());
  }
  bool compares(const Instruction& instruction) {
    return compare(static_cast<expression::Comparison>(instruction.detail), below_top().value(),
                   top().value(), site_);
  }

  const expression::Code& code_;
  const Variables& variables_;
  const VariableNames& names_;
  std::size_t next_ = 0;  // instruction
  std::vector<Operand> stack_;
  std::string text_;
  expression::Site site_;
};

void Machine::step(const Instruction& instruction) {
  site_.move_to(instruction.offset);
  switch (instruction.operation) {
    case Operation::load:
      stack_.push_back(Operand::looking_at(look_up(instruction, variables_, names_)));
      break;
    case Operation::constant:
      stack_.push_back(Operand::looking_at(code_.constants[instruction.operand]));
      break;
    case Operation::negate: negate(top(), site_); break;
    case Operation::plus: expect_number(top().value(), "+", site_); break;
    case Operation::invert: top().become(!expression::is_true(top().value())); break;
    case Operation::binary:
      apply(static_cast<expression::BinaryOperator>(instruction.detail), below_top(), top(), site_);
      stack_.pop_back();
      break;
    case Operation::compare:
      below_top().become(compares(instruction));
      stack_.pop_back();
      break;
    case Operation::compare_or_leave: compare_in_chain(instruction); break;
    case Operation::leave_if_false: leave_if(false, instruction.operand); break;
    case Operation::leave_if_true: leave_if(true, instruction.operand); break;
    case Operation::make_list: {
      Operand list(list_of(last(instruction.operand), site_));
      drop(instruction.operand);
      stack_.push_back(std::move(list));
      break;
    }
    case Operation::index:
      take_element(below_top(), top().value(), site_);
      stack_.pop_back();
      break;
    case Operation::call: {
      Operand result = call(static_cast<expression::Builtin>(instruction.detail),
                            last(instruction.operand), site_);
      drop(instruction.operand);
      stack_.push_back(std::move(result));
      break;
    }
    case Operation::write: write_top(); break;
    case Operation::write_plain:
      text_ += std::get<std::string>(code_.constants[instruction.operand].of);
      break;
  }
}

void Machine::compare_in_chain(const Instruction& instruction) {
  const bool holds = compares(instruction);
  if (holds) {
    below_top() = std::move(top());
  } else {
    below_top().become(false);
    next_ = instruction.operand;
  }
  stack_.pop_back();
}

void Machine::leave_if(bool truth, std::size_t to) {
  if (expression::is_true(top().value()) == truth) {
    next_ = to;
  } else {
    stack_.pop_back();
  }
}

void Machine::write_top() {
  site_.spend(expression::weight(top().value()));
  text_ += to_text(top().value());
  stack_.pop_back();
}

}  // namespace

Template::Template(std::string_view text, VariableNames& names)
    : code_(expression::compile(text, names)) {}

Value Template::evaluate(const Variables& variables, const VariableNames& names,
                         std::size_t* work) const {
  const bool is_one_name = code_.is_one_substitution && code_.instructions.size() == 1 &&
                           code_.instructions[0].operation == Operation::load;
  if (is_one_name) return look_up(code_.instructions[0], variables, names);
  Machine machine(code_, variables, names);
  Value value = machine.run();
  if (work != nullptr) *work += machine.spent();
  return value;
}

}  // namespace graphrun
