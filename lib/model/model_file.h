// A graph file as values with positions: what stands in it, before any of it is expanded. Reading
// finds every fault that needs no expansion: unknown keys, wrong kinds of values, unknown ops and
// attributes, bad `$` expressions.

#pragma once

#include <deque>
#include <memory>
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
};

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
  bool constant_attributes = true;    // no `$` in them
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
};

struct ModelFile {
  std::shared_ptr<const Document> document;
  ValueId name = kNoValue;
  ValueId description = kNoValue;
  std::vector<Field> params;
  ValueId config = kNoValue;
  std::deque<FunctionDef> functions;
  std::unordered_map<std::string_view, const FunctionDef*> function_by_name;
  std::vector<Entry> nodes;
  std::vector<Field> feeds;
  ValueId fetch = kNoValue;

  std::vector<Field> attributes;  // of all nodes, side by side
  // Every scalar with a `$`, compiled.
  std::unordered_map<ValueId, Template> templates;
  std::unique_ptr<VariableNames> variables = std::make_unique<VariableNames>();
};

// Complains of what is wrong and returns the rest.
ModelFile read_model_file(std::shared_ptr<const Document> document, const OpCatalog& ops,
                          Complaints& complaints);

// Complains of an attribute that `op` does not have; used for ops known only when expanded, too.
void check_attribute_keys(const OpDef& op, const Document& document,
                          std::span<const Field> attributes, Complaints& complaints);

}  // namespace graphrun
