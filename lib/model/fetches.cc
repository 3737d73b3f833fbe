#include "model/fetches.h"

#include <set>

#include "files/file_error.h"

namespace graphrun {
namespace {

void read_fetch(Evaluator& evaluator, ValueId at, const std::string& name, Model& model) {
  try {
    for (Fetch& fetch : find_fetch(model, name)) model.fetches.push_back(std::move(fetch));
  } catch (const LookupFault& fault) {
    evaluator.reader().complain(at, fault.what, fault.note);
  }
}

void read_item(Evaluator& evaluator, ValueId at, Model& model) {
  const Document& document = evaluator.document();
  if (!evaluator.reader().expect_text(at, "the name of a node or a label")) return;
  if (!document.has_dollar(at)) {
    read_fetch(evaluator, at, std::string(document.text(at)), model);
    return;
  }
  const auto value = evaluator.value(at);
  if (!value) return;
  if (const auto* list = std::get_if<ValueList>(&value->of)) {
    for (const Value& item : *list) read_fetch(evaluator, at, to_text(item), model);
  } else {
    read_fetch(evaluator, at, to_text(*value), model);
  }
}

void add_default_fetches(Model& model) {
  const Graph& graph = model.graph;
  std::vector<bool> sets_up(graph.size());
  for (const Initializer& initializer : model.initializers) sets_up[initializer.assign] = true;
  std::vector<bool> first_is_read(graph.size());
  std::set<OutputRef> others_read;  // outputs but the first, which are few
  for (NodeId id = 0; id < graph.size(); ++id) {
    for (const OutputRef input : graph.inputs(id)) {
      if (input.index == 0) {
        first_is_read[input.node] = true;
      } else {
        others_read.insert(input);
      }
    }
  }
  for (NodeId id = 0; id < graph.size(); ++id) {
    if (sets_up[id]) continue;
    for (std::uint32_t i = 0; i < graph.node(id).outputs; ++i) {
      const OutputRef output{id, i};
      const bool is_read = i == 0 ? first_is_read[id] : others_read.contains(output);
      if (!is_read) model.fetches.push_back({graph.tensor_name(output), output});
    }
  }
}

}  // namespace

void read_fetches(Evaluator& evaluator, Model& model) {
  const Document& document = evaluator.document();
  const ValueId fetch = evaluator.file().fetch;
  if (document.is_null(fetch)) {
    add_default_fetches(model);
  } else if (document.is_sequence(fetch)) {
    for (ValueId item = document.first(fetch); item != kNoValue; item = document.next(item)) {
      read_item(evaluator, item, model);
    }
  } else {
    read_item(evaluator, fetch, model);
  }
}

}  // namespace graphrun
