#include "model/entry_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/closest_match.h"
#include "files/file_error.h"
#include "model/attribute_reader.h"
#include "model/expression_lexer.h"
#include "model/reference.h"

namespace graphrun {
namespace {

constexpr auto kNodeKeys = std::to_array<std::string_view>(
    {"op", "name", "as", "append", "inputs", "device", "colocate_with", "control_inputs"});
constexpr auto kBlockKeys = std::to_array<std::string_view>(
    {"nodes", "device", "scope", "control_inputs", "colocate_with", "when"});
constexpr auto kLoopKeys = std::to_array<std::string_view>(
    {"for", "in", "range", "nodes", "device", "scope", "control_inputs", "colocate_with", "when"});
constexpr auto kRepeatKeys = std::to_array<std::string_view>(
    {"repeat", "nodes", "device", "scope", "control_inputs", "colocate_with", "when"});
constexpr auto kLetKeys = std::to_array<std::string_view>({"let"});
constexpr auto kCallKeys = std::to_array<std::string_view>(
    {"call", "args", "as", "append", "device", "scope", "control_inputs", "colocate_with", "when"});

// The keys that tell entries apart. "nodes" comes last: loops have it too.
constexpr auto kKinds =
    std::to_array<std::string_view>({"op", "for", "repeat", "call", "let", "nodes"});

}  // namespace

std::vector<Entry> EntryReader::read(ValueId list) {
  std::vector<Entry> entries;
  if (document_.is_null(list) || !reader_.expect_sequence(list, "a list of nodes")) return entries;
  entries.reserve(document_.size(list));
  for (ValueId item = document_.first(list); item != kNoValue; item = document_.next(item)) {
    if (reader_.expect_mapping(item, "a node, a block, a loop, a call or a let")) {
      read_entry(item, entries);
    }
  }
  return entries;
}

std::vector<Entry> EntryReader::read_repeated(ValueId list) {
  const bool was_repeated = std::exchange(is_repeated_, true);
  std::vector<Entry> entries = read(list);
  is_repeated_ = was_repeated;
  return entries;
}

std::vector<Entry> EntryReader::read_body(ValueId item, std::string_view what) {
  const ValueId nodes = document_.find(item, "nodes");
  if (nodes != kNoValue) return read(nodes);
  reader_.complain(item, fmt::format("{} has no 'nodes'", what));
  return {};
}

void EntryReader::read_entry(ValueId item, std::vector<Entry>& entries) {
  const auto kind = kind_of(item);
  if (!kind) return;
  if (kind->empty()) {
    complain_of_kind(item);
    return;
  }
  Entry& entry = entries.emplace_back();
  entry.at = item;
  if (*kind == "op") entry.of = read_node(item);
  if (*kind == "nodes") entry.of = read_block(item);
  if (*kind == "for" || *kind == "repeat") entry.of = read_loop(item);
  if (*kind == "let") entry.of = read_let(item);
  if (*kind == "call") entry.of = read_call(item);
}

ValueId EntryReader::key_of(ValueId item, std::string_view text) const {
  ValueId key = document_.first(item);
  while (document_.text(key) != text) key = document_.next(document_.next(key));
  return key;
}

std::optional<std::string_view> EntryReader::kind_of(ValueId item) {
  std::string_view kind;
  for (const std::string_view candidate : kKinds) {
    if (document_.find(item, candidate) == kNoValue) continue;
    if (kind.empty()) {
      kind = candidate;
      continue;
    }
    if (candidate == "nodes" && (kind == "for" || kind == "repeat")) continue;
    reader_.complain(
        key_of(item, candidate),
        fmt::format("an entry is one thing, but this has '{}' and '{}'", kind, candidate),
        kind == "for" && candidate == "repeat" ? "range: N counts, too" : "");
    return std::nullopt;
  }
  return kind;
}

// No key of the entry says what it is: one may be misspelt.
void EntryReader::complain_of_kind(ValueId item) {
  for (ValueId key = document_.first(item); key != kNoValue;
       key = document_.next(document_.next(key))) {
    const std::string_view text = document_.text(key);
    const std::string note = DocumentReader::note_on_key(text, kKinds);
    if (note.empty()) continue;
    reader_.complain(key, fmt::format("unknown key {}", quote(text)), note);
    return;
  }
  reader_.complain(item, "this entry makes nothing",
                   fmt::format("expected one of the keys {}", listed(kKinds)));
}

bool EntryReader::expect_variable(ValueId at, std::string_view what) {
  if (!reader_.expect_text(at, fmt::format("{}'s name", what))) return false;
  const std::string_view text = document_.text(at);
  if (!text.empty() && expression::name_length(text) == text.size()) return true;
  reader_.complain(at, fmt::format("{} cannot be called {}", what, quote(text)),
                   "expected letters, digits and '_', not beginning with a digit");
  return false;
}

void EntryReader::expect_label(ValueId at) {
  if (at == kNoValue || !reader_.expect_text(at, "a label") || document_.has_dollar(at)) return;
  if (is_label(document_.text(at))) return;
  reader_.complain(at, fmt::format("a label cannot be called {}", quote(document_.text(at))),
                   std::string(kLabelRule));
}

NodeEntry EntryReader::read_node(ValueId item) {
  NodeEntry node;
  bool is_constant = true;  // no `$` in what makes the attributes
  node.first_attribute = static_cast<std::uint32_t>(file_.attributes.size());
  for (ValueId key = document_.first(item); key != kNoValue;
       key = document_.next(document_.next(key))) {
    const std::string_view text = document_.text(key);
    const ValueId value = document_.next(key);
    if (text == "op") {
      node.op = value;
      is_constant = is_constant && !document_.has_dollar(value);
    } else if (text == "name") {
      node.name = value;
    } else if (text == "inputs") {
      node.inputs = value;
    } else if (text == "as") {
      node.label = value;
    } else if (text == "append") {
      node.append = value;
    } else if (text == "device") {
      node.device = value;
    } else if (text == "colocate_with") {
      node.colocate_with = value;
    } else if (text == "control_inputs") {
      node.control_inputs = value;
    } else {
      file_.attributes.push_back({key, value});
      is_constant = is_constant && !document_.has_dollar(value);
    }
  }
  node.attributes = static_cast<std::uint32_t>(file_.attributes.size()) - node.first_attribute;
  if (is_repeated_ && is_constant) node.slot = file_.slots++;
  expect_label(node.label);
  expect_label(node.append);
  if (node.name != kNoValue) reader_.expect_text(node.name, "a node's name");
  check_op(node);
  return node;
}

void EntryReader::check_op(const NodeEntry& node) {
  if (!reader_.expect_text(node.op, "the name of an op") || document_.has_dollar(node.op)) return;
  const std::string_view name = document_.text(node.op);
  if (const OpDef* op = ops_.find(name); op != nullptr) {
    check_attribute_keys(*op, reader_, file_.attributes_of(node));
  } else {
    reader_.complain(node.op, fmt::format("unknown op {}", quote(name)),
                     did_you_mean(name, ops_.names()));
  }
}

BlockKeys EntryReader::read_block_keys(ValueId item) {
  return {.device = document_.find(item, "device"),
          .scope = document_.find(item, "scope"),
          .control_inputs = document_.find(item, "control_inputs"),
          .colocate_with = document_.find(item, "colocate_with"),
          .when = document_.find(item, "when")};
}

BlockEntry EntryReader::read_block(ValueId item) {
  for (const std::string_view key : {"in", "range"}) {
    if (document_.find(item, key) == kNoValue) continue;
    reader_.complain(key_of(item, key), fmt::format("'{}' needs 'for', a loop's variable", key));
    return {read_block_keys(item), read_body(item, "a loop")};
  }
  reader_.check_keys(item, "a block", kBlockKeys);
  return {read_block_keys(item), read_body(item, "a block")};
}

LoopEntry EntryReader::read_loop(ValueId item) {
  LoopEntry loop;
  loop.keys = read_block_keys(item);
  loop.variable = document_.find(item, "for");
  if (loop.variable == kNoValue) {
    reader_.check_keys(item, "a loop", kRepeatKeys);
    loop.repeat = document_.find(item, "repeat");
  } else {
    reader_.check_keys(item, "a loop", kLoopKeys);
    loop.in = document_.find(item, "in");
    loop.range = document_.find(item, "range");
    if (expect_variable(loop.variable, "a loop's variable")) {
      file_.variables->intern(document_.text(loop.variable));
    }
    if ((loop.in == kNoValue) == (loop.range == kNoValue)) {
      reader_.complain(item, loop.in == kNoValue ? "a loop needs 'in' or 'range'"
                                                 : "a loop has 'in' or 'range', not both");
    }
  }
  const bool was_repeated = std::exchange(is_repeated_, true);
  loop.nodes = read_body(item, "a loop");
  is_repeated_ = was_repeated;
  return loop;
}

LetEntry EntryReader::read_let(ValueId item) {
  reader_.check_keys(item, "a let", kLetKeys);
  const ValueId bindings = document_.find(item, "let");
  if (reader_.expect_mapping(bindings, "labels, such as {x: a, y: [a, b]}")) {
    for (ValueId key = document_.first(bindings); key != kNoValue;
         key = document_.next(document_.next(key))) {
      expect_label(key);
    }
  }
  return {bindings};
}

CallEntry EntryReader::read_call(ValueId item) {
  reader_.check_keys(item, "a call", kCallKeys);
  CallEntry call;
  call.keys = read_block_keys(item);
  call.function = document_.find(item, "call");
  call.args = document_.find(item, "args");
  call.label = document_.find(item, "as");
  call.append = document_.find(item, "append");
  if (reader_.expect_text(call.function, "the name of a function")) calls_.push_back(call.function);
  if (!document_.is_null(call.args)) {
    reader_.expect_mapping(call.args, "arguments, such as {m: a, n: 3}");
  }
  expect_label(call.label);
  expect_label(call.append);
  return call;
}

void EntryReader::check_calls() {
  for (const ValueId call : calls_) {
    const std::string_view name = document_.text(call);
    if (document_.has_dollar(call) || file_.find_function(name) != nullptr) continue;
    reader_.complain(call, fmt::format("unknown function {}", quote(name)),
                     did_you_mean(name, file_.function_names()));
  }
}

void check_attribute_keys(const OpDef& op, DocumentReader& reader,
                          std::span<const Field> attributes) {
  for (const Field& field : attributes) {
    if (reader.document().has_dollar(field.key)) continue;  // which was complained of
    const std::string_view key = reader.document().text(field.key);
    if (op.attribute(key) != nullptr || op.type_attribute(key) >= 0) continue;
    if (op.input(key) >= 0) {
      if (!is_meant_as_reference(reader.document(), field.value)) continue;
      const std::string note = did_you_mean(key, kNodeKeys);
      reader.complain(field.key, fmt::format("'{}' takes a value, not a reference", key),
                      note.empty() ? "references stand in 'inputs'" : note);
      continue;
    }
    std::vector<std::string_view> known(kNodeKeys.begin(), kNodeKeys.end());
    for (const TypeAttribute& attribute : op.type_attributes) known.push_back(attribute.name);
    for (const AttributeDef& attribute : op.attributes) known.push_back(attribute.name);
    for (const ArgDef& input : op.inputs) known.push_back(input.name);
    std::string note = DocumentReader::note_on_key(key, known);
    std::string hint;
    if (std::ranges::find(kBlockKeys, key) != kBlockKeys.end()) {
      note = "it is the key of a block";
      hint =
          fmt::format("a block of one node: {{{}: ..., nodes: [{{op: {}, ...}}]}}", key, op.name);
    } else if (note.empty()) {
      note = fmt::format("neither a node's key nor an attribute or input of {}", op.name);
      hint = fmt::format("graphrun ops {} lists them", op.name);
    }
    reader.complain(field.key, fmt::format("unknown key {}", quote(key)), std::move(note),
                    std::move(hint));
  }
}

}  // namespace graphrun
