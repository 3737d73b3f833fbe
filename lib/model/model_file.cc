#include "model/model_file.h"

#include <fmt/format.h>

#include <array>

#include "base/closest_match.h"
#include "model/document_reader.h"

namespace graphrun {
namespace {

using Names = std::span<const std::string_view>;

constexpr auto kTopKeys = std::to_array<std::string_view>(
    {"name", "description", "params", "config", "functions", "nodes", "feeds", "fetch", "cluster"});
constexpr auto kNodeKeys = std::to_array<std::string_view>(
    {"op", "name", "as", "append", "inputs", "device", "colocate_with", "control_inputs"});
constexpr auto kBlockKeys = std::to_array<std::string_view>(
    {"nodes", "device", "scope", "control_inputs", "colocate_with", "when"});
constexpr auto kLoopKeys = std::to_array<std::string_view>(
    {"for", "in", "range", "repeat", "nodes", "device", "scope", "control_inputs", "colocate_with",
     "when"});
constexpr auto kLetKeys = std::to_array<std::string_view>({"let"});
constexpr auto kCallKeys = std::to_array<std::string_view>(
    {"call", "args", "as", "append", "device", "scope", "control_inputs", "colocate_with", "when"});
constexpr auto kFunctionKeys = std::to_array<std::string_view>({"args", "nodes", "returns"});
// The keys that tell entries apart, in the order in which they are looked for.
constexpr auto kKindKeys = std::to_array<std::string_view>(
    {"op", "for", "repeat", "call", "let", "nodes"});

class ModelFileReader {
 public:
  ModelFileReader(std::shared_ptr<const Document> document, const OpCatalog& ops,
                  Complaints& complaints)
      : document_(*document), ops_(ops), reader_(*document, complaints) {
    file_.document = std::move(document);
  }

  ModelFile read() {
    const ValueId root = document_.root();
    if (root == kNoValue || document_.is_null(root)) {
      reader_.complain(root, "the file is empty", "a graph file has at least 'nodes'");
      return std::move(file_);
    }
    if (!reader_.expect_mapping(root, "a mapping with at least 'nodes'")) return std::move(file_);
    reader_.check_keys(root, "a graph file", kTopKeys);
    compile_templates(root);
    read_head(root);
    read_functions(document_.find(root, "functions"));
    const ValueId nodes = document_.find(root, "nodes");
    if (nodes == kNoValue) {
      reader_.complain(root, "there is no 'nodes'", "a graph file has at least 'nodes'");
    } else {
      file_.nodes = read_entries(nodes);
    }
    return std::move(file_);
  }

 private:
  // Calls act(key, value) for each pair; a value that is missing reads as null.
  template <typename Act>
  void for_each_pair(ValueId mapping, const Act& act) {
    for (ValueId key = document_.first(mapping); key != kNoValue;
         key = document_.next(document_.next(key))) {
      if (document_.is_scalar(key)) act(key, document_.next(key));
    }
  }

  void compile_templates(ValueId value) {
    if (!document_.has_dollar(value)) return;
    if (!document_.is_scalar(value)) {
      const bool is_mapping = document_.is_mapping(value);
      bool is_key = is_mapping;
      for (ValueId child = document_.first(value); child != kNoValue;
           child = document_.next(child)) {
        if (is_key && document_.has_dollar(child)) {
          reader_.complain(child, "a key cannot hold a '$'");
        } else {
          compile_templates(child);
        }
        if (is_mapping) is_key = !is_key;
      }
      return;
    }
    if (file_.templates.contains(value)) return;  // reached before through an alias
    try {
      file_.templates.try_emplace(value, document_.text(value), *file_.variables);
    } catch (const ExpressionFault& fault) {
      reader_.complain_within(value, fault.offset, fault.what, fault.note);
      file_.templates.try_emplace(value, "$$", *file_.variables);
    }
  }

  void read_head(ValueId root) {
    file_.name = document_.find(root, "name");
    if (file_.name != kNoValue) reader_.expect_text(file_.name, "a text");
    file_.description = document_.find(root, "description");
    if (file_.description != kNoValue) reader_.expect_text(file_.description, "a text");
    file_.params = read_fields(document_.find(root, "params"), "a mapping: param: default");
    file_.config = document_.find(root, "config");
    file_.feeds = read_fields(document_.find(root, "feeds"), "a mapping: placeholder: source");
    file_.fetch = document_.find(root, "fetch");
    if (const ValueId cluster = document_.find(root, "cluster"); cluster != kNoValue) {
      reader_.complain(cluster, "'cluster' is reserved: graphs run in one process",
                       "devices of other jobs can be simulated with --devices");
    }
  }

  std::vector<Field> read_fields(ValueId mapping, std::string_view what) {
    std::vector<Field> fields;
    if (mapping == kNoValue || document_.is_null(mapping)) return fields;
    if (!reader_.expect_mapping(mapping, what)) return fields;
    for_each_pair(mapping, [&](ValueId key, ValueId value) { fields.push_back({key, value}); });
    return fields;
  }

  void read_functions(ValueId functions) {
    for (const Field& field : read_fields(functions, "a mapping: function: {args, nodes, returns}")) {
      FunctionDef& function = file_.functions.emplace_back();
      function.name = field.key;
      file_.function_by_name.emplace(document_.text(field.key), &function);
      if (!reader_.expect_mapping(field.value, "a function: {args, nodes, returns}")) continue;
      reader_.check_keys(field.value, "a function", kFunctionKeys);
      const ValueId args = document_.find(field.value, "args");
      if (args != kNoValue && reader_.expect_sequence(args, "a list of argument names")) {
        for (ValueId arg = document_.first(args); arg != kNoValue; arg = document_.next(arg)) {
          if (reader_.expect_text(arg, "an argument's name")) function.args.push_back(arg);
        }
      }
      function.returns = document_.find(field.value, "returns");
      const ValueId nodes = document_.find(field.value, "nodes");
      if (nodes == kNoValue) {
        reader_.complain(field.key, fmt::format("function '{}' has no 'nodes'",
                                                document_.text(field.key)));
      } else {
        function.nodes = read_entries(nodes);
      }
    }
  }

  std::vector<Entry> read_entries(ValueId list) {
    std::vector<Entry> entries;
    if (document_.is_null(list)) return entries;
    if (!reader_.expect_sequence(list, "a list of nodes")) return entries;
    entries.reserve(document_.size(list));
    for (ValueId item = document_.first(list); item != kNoValue; item = document_.next(item)) {
      if (reader_.expect_mapping(item, "a node, a block, a loop, a call or a let")) {
        read_entry(item, entries);
      }
    }
    return entries;
  }

  void read_entry(ValueId item, std::vector<Entry>& entries) {
    std::string_view kind;
    ValueId kind_key = kNoValue;
    for_each_pair(item, [&](ValueId key, ValueId) {
      for (const std::string_view name : kKindKeys) {
        if (document_.text(key) != name) continue;
        if (kind.empty() || (kind == "nodes" && (name == "for" || name == "repeat"))) {
          kind = name;
          kind_key = key;
        } else if (!(name == "nodes" && (kind == "for" || kind == "repeat"))) {
          reader_.complain(key, fmt::format("an entry is one thing, but has both '{}' and '{}'",
                                            kind, name));
        }
      }
    });
    if (kind.empty()) {
      complain_of_kind(item);
      return;
    }
    Entry& entry = entries.emplace_back();
    entry.at = item;
    if (kind == "op") entry.of = read_node(item);
    if (kind == "nodes") entry.of = read_block(item);
    if (kind == "for" || kind == "repeat") entry.of = read_loop(item);
    if (kind == "let") entry.of = read_let(item);
    if (kind == "call") entry.of = read_call(item);
  }

  // No key of the entry says what it is: one may be misspelt.
  void complain_of_kind(ValueId item) {
    bool found = false;
    for_each_pair(item, [&](ValueId key, ValueId) {
      const std::string note = did_you_mean(document_.text(key), kKindKeys);
      if (found || note.empty()) return;
      found = true;
      reader_.complain(key, fmt::format("unknown key '{}'", document_.text(key)), note);
    });
    if (!found) {
      reader_.complain(item, "this entry says nothing to make",
                       fmt::format("expected one of {}", listed(kKindKeys)));
    }
  }

  NodeEntry read_node(ValueId item) {
    NodeEntry node;
    node.first_attribute = static_cast<std::uint32_t>(file_.attributes.size());
    for_each_pair(item, [&](ValueId key, ValueId value) {
      const std::string_view text = document_.text(key);
      if (text == "op") {
        node.op = value;
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
        if (document_.has_dollar(value)) node.constant_attributes = false;
      }
    });
    node.attributes = static_cast<std::uint32_t>(file_.attributes.size()) - node.first_attribute;
    if (!reader_.expect_text(node.op, "the name of an op") || document_.has_dollar(node.op)) {
      return node;
    }
    const std::string_view name = document_.text(node.op);
    if (const OpDef* op = ops_.find(name); op != nullptr) {
      check_attribute_keys(*op, document_,
                           std::span(file_.attributes).subspan(node.first_attribute),
                           reader_.complaints());
    } else {
      reader_.complain(node.op, fmt::format("unknown op '{}'", name),
                       did_you_mean(name, ops_.names()));
    }
    return node;
  }

  BlockKeys read_block_keys(ValueId item) {
    return {.device = document_.find(item, "device"),
            .scope = document_.find(item, "scope"),
            .control_inputs = document_.find(item, "control_inputs"),
            .colocate_with = document_.find(item, "colocate_with"),
            .when = document_.find(item, "when")};
  }

  std::vector<Entry> read_body(ValueId item) {
    const ValueId nodes = document_.find(item, "nodes");
    if (nodes != kNoValue) return read_entries(nodes);
    reader_.complain(item, "a loop needs 'nodes'");
    return {};
  }

  BlockEntry read_block(ValueId item) {
    reader_.check_keys(item, "a block", kBlockKeys);
    return {read_block_keys(item), read_body(item)};
  }

  LoopEntry read_loop(ValueId item) {
    reader_.check_keys(item, "a loop", kLoopKeys);
    LoopEntry loop;
    loop.keys = read_block_keys(item);
    loop.variable = document_.find(item, "for");
    loop.in = document_.find(item, "in");
    loop.range = document_.find(item, "range");
    loop.repeat = document_.find(item, "repeat");
    const int sources = (loop.in != kNoValue ? 1 : 0) + (loop.range != kNoValue ? 1 : 0) +
                        (loop.repeat != kNoValue ? 1 : 0);
    if (loop.variable != kNoValue && reader_.expect_text(loop.variable, "a loop variable")) {
      file_.variables->intern(document_.text(loop.variable));
    }
    if (sources != 1) {
      reader_.complain(item, "a loop goes over one thing",
                       "expected one of 'in', 'range' or 'repeat'");
    } else if (loop.variable == kNoValue && loop.repeat == kNoValue) {
      reader_.complain(item, "a loop over 'in' or 'range' needs 'for', the name of its variable");
    }
    loop.nodes = read_body(item);
    return loop;
  }

  LetEntry read_let(ValueId item) {
    reader_.check_keys(item, "a let", kLetKeys);
    const ValueId bindings = document_.find(item, "let");
    reader_.expect_mapping(bindings, "labels: {x: a, y: [a, b]}");
    return {bindings};
  }

  CallEntry read_call(ValueId item) {
    reader_.check_keys(item, "a call", kCallKeys);
    CallEntry call;
    call.keys = read_block_keys(item);
    call.function = document_.find(item, "call");
    call.args = document_.find(item, "args");
    call.label = document_.find(item, "as");
    call.append = document_.find(item, "append");
    reader_.expect_text(call.function, "the name of a function");
    if (call.args != kNoValue) reader_.expect_mapping(call.args, "a mapping: argument: value");
    return call;
  }

  const Document& document_;
  const OpCatalog& ops_;
  DocumentReader reader_;
  ModelFile file_;
};

}  // namespace

void check_attribute_keys(const OpDef& op, const Document& document,
                          std::span<const Field> attributes, Complaints& complaints) {
  for (const Field& field : attributes) {
    const std::string_view key = document.text(field.key);
    if (op.attribute(key) != nullptr || op.type_attribute(key) >= 0 || op.input(key) >= 0) continue;
    std::vector<std::string_view> known(kNodeKeys.begin(), kNodeKeys.end());
    for (const TypeAttribute& attribute : op.type_attributes) known.push_back(attribute.name);
    for (const AttributeDef& attribute : op.attributes) known.push_back(attribute.name);
    for (const ArgDef& input : op.inputs) known.push_back(input.name);
    const std::string note = did_you_mean(key, known);
    const bool is_node_key = note.empty() || closest_match(key, kNodeKeys) == closest_match(key, known);
    const std::string what = is_node_key ? fmt::format("unknown key '{}'", key)
                                         : fmt::format("{} has no attribute '{}'", op.name, key);
    complaints.add({document.position(field.key), what,
                    note.empty() ? fmt::format("it is neither a node's key nor an attribute of {}",
                                               op.name)
                                 : note,
                    fmt::format("graphrun ops {} shows its inputs and attributes", op.name)});
  }
}

ModelFile read_model_file(std::shared_ptr<const Document> document, const OpCatalog& ops,
                          Complaints& complaints) {
  return ModelFileReader(std::move(document), ops, complaints).read();
}

}  // namespace graphrun
