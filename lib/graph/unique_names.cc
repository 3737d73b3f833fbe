#include "graph/unique_names.h"

#include <fmt/format.h>

#include <iterator>

namespace graphrun {

bool UniqueNames::is_taken(std::string_view name) const {
  return nodes_.contains_ignoring_case(name) || scopes_.contains_ignoring_case(name);
}

void UniqueNames::find_free(std::string_view base) {
  name_ = base;
  key_ = base;
  for (char& c : key_) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  }
  const auto [entry, is_new] = next_suffix_.try_emplace(key_, 1);
  if (is_new && !is_taken(name_)) return;
  std::uint32_t& next = entry->second;
  name_ += '_';
  const std::size_t stem = name_.size();
  do {
    name_.resize(stem);
    fmt::format_to(std::back_inserter(name_), "{}", next++);
  } while (is_taken(name_));
}

std::string_view UniqueNames::for_node(std::string_view base) {
  find_free(base);
  return name_;
}

std::string UniqueNames::for_scope(std::string_view base) {
  find_free(base);
  scopes_.add(name_);
  return name_;
}

}  // namespace graphrun
