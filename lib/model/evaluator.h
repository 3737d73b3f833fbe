// The values of a document while it is expanded: plain scalars read, `$` evaluated. A fault is
// complained of at its place and answered with nullopt.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/document_reader.h"
#include "model/model_file.h"
#include "model/step_budget.h"
#include "model/value.h"
#include "model/variables.h"

namespace graphrun {

class Evaluator {
 public:
  Evaluator(const ModelFile& file, Complaints& complaints)
      : file_(file),
        document_(*file.document),
        reader_(*file.document, complaints),
        budget_(file.document->values()) {}

  const Document& document() const { return document_; }
  const ModelFile& file() const { return file_; }
  DocumentReader& reader() { return reader_; }
  Variables& variables() { return variables_; }

  // A scalar or list as a value; null and mappings have none.
  std::optional<Value> value(ValueId id);
  // A scalar as text, whatever it looks like. The view lives until the next call, or as long as the
  // document where it holds no `$`.
  std::optional<std::string_view> text(ValueId id, std::string_view what);
  std::optional<std::int64_t> integer(ValueId id, std::string_view what);
  std::optional<double> number(ValueId id, std::string_view what);
  std::optional<bool> boolean(ValueId id, std::string_view what);

  // "expected <what>, got integer 3"
  void complain_of(ValueId at, std::string_view what, const Value& got, std::string note = {});

  // Counts work that `at` causes. Throws Error(invalid) with all complaints when there has been too
  // much of it.
  void spend(std::uint64_t steps, ValueId at);
  void a_node_was_made() { budget_.a_node_was_made(); }

 private:
  std::optional<Value> value_of_template(ValueId id);

  const ModelFile& file_;
  const Document& document_;
  DocumentReader reader_;
  Variables variables_;
  StepBudget budget_;
  std::string text_;
};

}  // namespace graphrun
