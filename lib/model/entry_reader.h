// The entries of `nodes`, as they stand in the file.

#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "graph/op_catalog.h"
#include "model/document_reader.h"
#include "model/model_file.h"

namespace graphrun {

class EntryReader {
 public:
  // `file` takes what entries share: attributes, slots, variables.
  EntryReader(ModelFile& file, const OpCatalog& ops, DocumentReader& reader)
      : file_(file), document_(reader.document()), ops_(ops), reader_(reader) {}

  // Complains of what is wrong and returns the rest.
  std::vector<Entry> read(ValueId list);
  // The same for entries that may be expanded more than once.
  std::vector<Entry> read_repeated(ValueId list);

  // Once all functions are known: complains of calls of any other.
  void check_calls();

  // False, with a complaint, where the value cannot be written with a `$`. `what` is "a param".
  bool expect_variable(ValueId at, std::string_view what);

 private:
  std::vector<Entry> read_body(ValueId item, std::string_view what);
  void read_entry(ValueId item, std::vector<Entry>& entries);
  // The key that says what the entry is; empty: there is none; nullopt, with a complaint: several.
  std::optional<std::string_view> kind_of(ValueId item);
  // REQUIRES: it has it.
  ValueId key_of(ValueId item, std::string_view text) const;
  void complain_of_kind(ValueId item);
  void expect_label(ValueId at);

  NodeEntry read_node(ValueId item);
  void check_op(const NodeEntry& node);
  BlockKeys read_block_keys(ValueId item);
  BlockEntry read_block(ValueId item);
  LoopEntry read_loop(ValueId item);
  LetEntry read_let(ValueId item);
  CallEntry read_call(ValueId item);

  ModelFile& file_;
  const Document& document_;
  const OpCatalog& ops_;
  DocumentReader& reader_;
  std::vector<ValueId> calls_;  // the names of functions that are called
  bool is_repeated_ = false;
};

// Complains of keys that are neither a node's nor one of `op`'s attributes or inputs, and of inputs
// that take a value and are given a reference.
void check_attribute_keys(const OpDef& op, DocumentReader& reader,
                          std::span<const Field> attributes);

}  // namespace graphrun
