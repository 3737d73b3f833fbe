// A graph file as values with positions: what stands in it, before any of it is expanded. Reading
// finds every fault that needs no expansion: unknown keys, wrong kinds of values, unknown ops,
// attributes and functions, bad `$` expressions.

#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "base/complaint.h"
#include "graph/op_catalog.h"
#include "model/document.h"
#include "model/expression.h"
#include "model/variables.h"

namespace graphrun {

// kNoValue stands for every key that is not given.

struct Field {
  ValueId key = kNoValue;
  ValueId value = kNoValue;
};

struct Entry;

// What a block, a loop and a call have in common.
struct BlockKeys {
  ValueId device = kNoValue;
  ValueId scope = kNoValue;
  ValueId control_inputs = kNoValue;
  ValueId colocate_with = kNoValue;
  ValueId when = kNoValue;

  // Whether what it holds is made in another way than what stands around it.
  bool change_scope() const {
    return (device | scope | control_inputs | colocate_with) != kNoValue;
  }
};

// A node's attributes are read once where they cannot change from one expansion to the next.
using AttributesSlot = std::uint32_t;
inline constexpr AttributesSlot kNoSlot = 0xffffffffu;

struct NodeEntry {
  ValueId op = kNoValue;
  ValueId name = kNoValue;
  ValueId label = kNoValue;  // as
  ValueId append = kNoValue;
  ValueId inputs = kNoValue;
  ValueId device = kNoValue;
  ValueId colocate_with = kNoValue;
  ValueId control_inputs = kNoValue;
  std::uint32_t first_attribute = 0;  // in ModelFile::attributes
  std::uint32_t attributes = 0;
  AttributesSlot slot = kNoSlot;
};

struct BlockEntry {
  BlockKeys keys;
  std::vector<Entry> nodes;
};

struct LoopEntry {
  BlockKeys keys;
  ValueId variable = kNoValue;  // for; exactly one of the next three
  ValueId in = kNoValue;
  ValueId range = kNoValue;
  ValueId repeat = kNoValue;
  std::vector<Entry> nodes;
  std::uint64_t least_nodes = 0;  // that a turn makes
};

struct LetEntry {
  ValueId bindings = kNoValue;  // a mapping
};

struct CallEntry {
  BlockKeys keys;
  ValueId function = kNoValue;
  ValueId args = kNoValue;  // a mapping
  ValueId label = kNoValue;
  ValueId append = kNoValue;
};

struct Entry {
  ValueId at = kNoValue;
  std::variant<NodeEntry, BlockEntry, LoopEntry, LetEntry, CallEntry> of;
};

struct FunctionDef {
  ValueId name = kNoValue;
  std::vector<ValueId> args;
  std::vector<Entry> nodes;
  ValueId returns = kNoValue;
  std::uint64_t least_nodes = 0;  // that a call makes
};

struct ModelFile {
  std::shared_ptr<const Document> document;
  ValueId name = kNoValue;
  ValueId description = kNoValue;
  std::vector<Field> params;
  ValueId config = kNoValue;
  std::deque<FunctionDef> functions;
  std::unordered_map<std::string_view, FunctionDef*> function_by_name;
  std::vector<Entry> nodes;
  std::vector<Field> feeds;
  ValueId fetch = kNoValue;

  std::vector<Field> attributes;  // of all nodes, side by side
  AttributesSlot slots = 0;       // how many NodeEntry::slot there are
  // Every scalar with a `$`, compiled, but for those that were complained of.
  std::unordered_map<ValueId, Template> templates;
  std::unique_ptr<VariableNames> variables = std::make_unique<VariableNames>();

  std::span<const Field> attributes_of(const NodeEntry& node) const {
    return std::span(attributes).subspan(node.first_attribute, node.attributes);
  }
  // nullptr: no such function.
  const FunctionDef* find_function(std::string_view function) const;
  std::vector<std::string_view> function_names() const;
};

// Complains of what is wrong and returns the rest.
ModelFile read_model_file(std::shared_ptr<const Document> document, const OpCatalog& ops,
                          Complaints& complaints);

}  // namespace graphrun
