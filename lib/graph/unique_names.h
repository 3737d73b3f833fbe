// TensorFlow's automatic names, as Graph.unique_name of release 1.15 makes them: `base`, then
// base_1, base_2... Nodes and name scopes share the names, and no two of them that are made here
// differ in letter case alone.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "graph/name_index.h"

namespace graphrun {

class UniqueNames {
 public:
  // `nodes` are the names that nodes have, however they came by them.
  explicit UniqueNames(const NameIndex& nodes) : nodes_(nodes) {}
  UniqueNames(const UniqueNames&) = delete;
  UniqueNames& operator=(const UniqueNames&) = delete;

  // The next free name. It is taken when a node of that name is added. The view lives until the
  // next call.
  std::string_view for_node(std::string_view base);

  // The same for a name scope: "tower" when entered first, then "tower_1". It is taken at once.
  std::string for_scope(std::string_view base);

 private:
  bool is_taken(std::string_view name) const;
  void find_free(std::string_view base);

  const NameIndex& nodes_;
  NameIndex scopes_;
  std::unordered_map<std::string, std::uint32_t> next_suffix_;  // by lower-cased base
  std::string name_;
  std::string key_;
};

}  // namespace graphrun
