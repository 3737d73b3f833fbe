// The names that `$name` and `$(…)` can see, and what they stand for while a file is expanded.
//
// A name becomes a small number once, when the file is read, so that a loop's body looks nothing up
// by text.

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/value.h"

namespace graphrun {

using VariableId = std::int32_t;  // from 0, without gaps

class VariableNames {
 public:
  VariableNames() = default;
  VariableNames(const VariableNames&) = delete;  // ids_ looks into names_
  VariableNames& operator=(const VariableNames&) = delete;

  // The same id for the same name, always.
  VariableId intern(std::string_view name);

  // Good for as long as this object lives.
  std::string_view name(VariableId id) const { return names_[static_cast<std::size_t>(id)]; }

 private:
  std::deque<std::string> names_;  // by VariableId; a deque, so that they stay where they are
  std::unordered_map<std::string_view, VariableId> ids_;
};

// Values by name; the innermost wins. The body of a function sees the globals (the file's params)
// and what was pushed since enter_function (its arguments, its loops), and nothing of its caller's.
class Variables {
 public:
  void set_global(VariableId id, Value value);

  void push(VariableId id, Value value);
  void pop();  // REQUIRES: something pushed since enter_function

  void enter_function();
  void leave_function();  // and drops what was pushed since enter_function

  // nullptr: no such name in sight. Good until a variable is set, pushed or popped. Takes the same
  // time however many variables there are.
  const Value* find(VariableId id) const;

  // Every name in sight, once; for "did you mean".
  std::vector<VariableId> in_sight() const;

 private:
  static constexpr std::ptrdiff_t kNone = -1;

  struct Pushed {
    VariableId id;
    Value value;
    std::ptrdiff_t hidden;  // the place in pushed_ of the one of this name that it hides, or kNone
  };
  struct Slot {
    std::optional<Value> global;
    std::ptrdiff_t innermost = kNone;  // place in pushed_
  };

  Slot& slot(VariableId id);
  std::ptrdiff_t first_in_sight() const { return functions_.empty() ? 0 : functions_.back(); }

  std::vector<Slot> slots_;  // by VariableId
  std::vector<Pushed> pushed_;
  std::vector<std::ptrdiff_t> functions_;  // for each function entered, the size of pushed_ then
};

}  // namespace graphrun
