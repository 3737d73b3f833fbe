// What every reader of a document does: look at a mapping's keys, say what was expected where.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/complaint.h"
#include "model/document.h"

namespace graphrun {

class DocumentReader {
 public:
  DocumentReader(const Document& document, Complaints& complaints)
      : document_(document), complaints_(complaints) {}

  const Document& document() const { return document_; }
  Complaints& complaints() { return complaints_; }

  // What was complained of before at the same place is passed over, as a loop meets the same fault
  // at every turn; after very many of those it throws Error(invalid) with what there is.
  void complain(ValueId at, std::string what, std::string note = {}, std::string hint = {});
  // `bytes` into a scalar.
  void complain_within(ValueId at, std::size_t bytes, std::string what, std::string note = {});

  // Until it is left, complaints without a hint say that they were met in this call.
  void enter_call(ValueId function) { calls_.push_back(function); }
  void leave_call() { calls_.pop_back(); }

  // "did you mean 'op'?", or what else is wrong with a key that is none of `known`; may be empty.
  static std::string note_on_key(std::string_view key, std::span<const std::string_view> known);

  // False, with a complaint "expected <what>, got <it>", where the value is of another kind.
  bool expect_mapping(ValueId value, std::string_view what);
  bool expect_sequence(ValueId value, std::string_view what);
  bool expect_text(ValueId value, std::string_view what);

  // Complains of every key that is none of `known`; `where` is what the mapping is ("a node").
  // False: there was one.
  bool check_keys(ValueId mapping, std::string_view where, std::span<const std::string_view> known);

  // Plain scalars as values; nullopt with a complaint. For files without substitutions.
  std::optional<std::string> text_of(ValueId value, std::string_view what);
  std::optional<std::int64_t> integer_of(ValueId value, std::string_view what);
  std::optional<double> number_of(ValueId value, std::string_view what);
  std::optional<bool> boolean_of(ValueId value, std::string_view what);

 private:
  bool expect(bool is_so, ValueId value, std::string_view what);
  bool is_new(ValueId at, std::string_view what);
  std::string hint_of_call() const;

  const Document& document_;
  Complaints& complaints_;
  std::vector<ValueId> calls_;            // the names of functions, where they are called
  std::unordered_set<std::size_t> seen_;  // hashes of places and complaints
  std::uint32_t repeated_ = 0;
};

// "'a', 'b' or 'c'"
std::string listed(std::span<const std::string_view> names, std::string_view conjunction = "or");

}  // namespace graphrun
