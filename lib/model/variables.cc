#include "model/variables.h"

#include <cassert>
#include <utility>

namespace graphrun {

VariableId VariableNames::intern(std::string_view name) {
  if (const auto known = ids_.find(name); known != ids_.end()) return known->second;
  const auto id = static_cast<VariableId>(names_.size());
  ids_.emplace(names_.emplace_back(name), id);
  return id;
}

Variables::Slot& Variables::slot(VariableId id) {
  assert(id >= 0);
  const auto place = static_cast<std::size_t>(id);
  if (place >= slots_.size()) slots_.resize(place + 1);
  return slots_[place];
}

void Variables::set_global(VariableId id, Value value) { slot(id).global = std::move(value); }

void Variables::push(VariableId id, Value value) {
  Slot& named = slot(id);
  pushed_.push_back({id, std::move(value), named.innermost});
  named.innermost = std::ssize(pushed_) - 1;
}

void Variables::pop() {
  assert(std::ssize(pushed_) > first_in_sight());
  slot(pushed_.back().id).innermost = pushed_.back().hidden;
  pushed_.pop_back();
}

void Variables::enter_function() { functions_.push_back(std::ssize(pushed_)); }

void Variables::leave_function() {
  assert(!functions_.empty());
  while (std::ssize(pushed_) > functions_.back()) pop();
  functions_.pop_back();
}

const Value* Variables::find(VariableId id) const {
  const auto place = static_cast<std::size_t>(id);
  if (place >= slots_.size()) return nullptr;
  const Slot& named = slots_[place];
  if (named.innermost >= first_in_sight()) {
    return &pushed_[static_cast<std::size_t>(named.innermost)].value;
  }
  return named.global ? &*named.global : nullptr;
}

std::vector<VariableId> Variables::in_sight() const {
  std::vector<VariableId> ids;
  for (VariableId id = 0; id < std::ssize(slots_); ++id) {
    if (find(id)) ids.push_back(id);
  }
  return ids;
}

}  // namespace graphrun
