// What every reader of a document does: look at a mapping's keys, say what was expected where.

#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/complaint.h"
#include "model/document.h"

namespace graphrun {

class DocumentReader {
 public:
  DocumentReader(const Document& document, Complaints& complaints)
      : document_(document), complaints_(complaints) {}

  const Document& document() const { return document_; }
  Complaints& complaints() { return complaints_; }

  void complain(ValueId at, std::string what, std::string note = {}, std::string hint = {});
  // `bytes` into a scalar.
  void complain_within(ValueId at, std::size_t bytes, std::string what, std::string note = {});

  // False, with a complaint "expected <what>, got <it>", where the value is of another kind.
  bool expect_mapping(ValueId value, std::string_view what);
  bool expect_sequence(ValueId value, std::string_view what);
  bool expect_text(ValueId value, std::string_view what);

  // Complains of every key that is none of `known`; `where` is what the mapping is ("a node").
  void check_keys(ValueId mapping, std::string_view where, std::span<const std::string_view> known);

  // Plain scalars as values; nullopt with a complaint. For files without substitutions.
  std::optional<std::string> text_of(ValueId value, std::string_view what);
  std::optional<std::int64_t> integer_of(ValueId value, std::string_view what);
  std::optional<double> number_of(ValueId value, std::string_view what);
  std::optional<bool> boolean_of(ValueId value, std::string_view what);

 private:
  const Document& document_;
  Complaints& complaints_;
};

// "'a', 'b' or 'c'"
std::string listed(std::span<const std::string_view> names);

}  // namespace graphrun
