// The values that an expression works on, and the account of what that costs.

#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "model/value.h"

namespace graphrun::expression {

// Where in the text an operator stands, and what evaluating that text has cost so far. Without a
// limit, two functions that double a list and call each other's like would fill the memory.
class Site {
 public:
  // Elements and characters that one evaluation may copy, make and look through.
  static constexpr std::size_t kMost = 1'000'000;

  explicit Site(std::size_t offset = 0) : offset_(offset) {}

  void move_to(std::size_t offset) { offset_ = offset; }
  void spend(std::size_t elements);  // throws ExpressionFault beyond kMost
  std::size_t spent() const { return spent_; }

  [[noreturn]] void fail(std::string what, std::string note = {}) const;

 private:
  std::size_t offset_;
  std::size_t spent_ = 0;
};

// What a value costs to copy or look through.
std::size_t weight(const Value& value);

// A value that is the expression's own, or one that it only looks at (a variable's, a constant), so
// that `$(gpus[0])` does not copy the list.
class Operand {
 public:
  explicit Operand(Value own) : own_(std::move(own)) {}
  static Operand looking_at(const Value& value) { return Operand(&value); }

  const Value& value() const { return seen_ ? *seen_ : own_; }
  bool is_own() const { return !seen_; }

  // Becomes an own value with this content.
  template <typename Content>
  void become(Content content) {
    seen_ = nullptr;
    own_.of = std::move(content);
  }

  // The value to change or to move from; copied first if it was only looked at.
  Value& own(Site& site);

 private:
  explicit Operand(const Value* seen) : seen_(seen) {}

  const Value* seen_ = nullptr;  // nullptr: own_
  Value own_;
};

}  // namespace graphrun::expression
