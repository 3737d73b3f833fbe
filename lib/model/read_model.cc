#include "model/read_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/closest_match.h"
#include "base/error.h"
#include "files/text_file.h"
#include "model/expand.h"
#include "model/model_file.h"

namespace graphrun {
namespace {

// "graphs/a.yaml" → "graphs/"; "a.yaml" → "".
std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
}

// "graphs/matmul.yaml" → "matmul".
std::string stem_of(const std::string& path) {
  const std::string file = path.substr(folder_of(path).size());
  const std::size_t dot = file.rfind('.');
  return dot == std::string::npos || dot == 0 ? file : file.substr(0, dot);
}

// An override's text as a value of the default's kind. Throws Error(usage).
Value converted(const std::string& name, const std::string& text, const Value& otherwise) {
  const auto refuse = [&]() -> Value {
    throw Error(ExitStatus::usage, fmt::format("--param {}={}: expected {} {}, as the default {}",
                                               name, text, kind(otherwise) == "integer" ? "an" : "a",
                                               kind(otherwise), to_text(otherwise)));
  };
  if (std::holds_alternative<std::string>(otherwise.of)) return Value{text};
  if (const auto* list = std::get_if<ValueList>(&otherwise.of)) {
    std::string_view rest = text;
    if (rest.starts_with('[') && rest.ends_with(']')) rest = rest.substr(1, rest.size() - 2);
    ValueList out;
    while (!rest.empty()) {
      const std::size_t comma = rest.find(',');
      std::string item(rest.substr(0, comma));
      item.erase(0, item.find_first_not_of(' '));
      item.erase(item.find_last_not_of(' ') + 1);
      out.push_back(list->empty() ? plain_scalar(item) : converted(name, item, list->front()));
      rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
    }
    return Value{std::move(out)};
  }
  Value value = plain_scalar(text);
  if (value.of.index() == otherwise.of.index()) return value;
  const auto* integer = std::get_if<std::int64_t>(&value.of);
  if (integer != nullptr && std::holds_alternative<double>(otherwise.of)) {
    return Value{static_cast<double>(*integer)};
  }
  return refuse();
}

void set_params(Evaluator& evaluator, const ReadOptions& options) {
  const Document& document = evaluator.document();
  std::vector<std::string_view> known;
  for (const Field& field : evaluator.file().params) {
    const std::string_view name = document.text(field.key);
    known.push_back(name);
    auto value = evaluator.value(field.value);
    if (!value) continue;
    const auto given = options.params.find(std::string(name));
    if (given != options.params.end()) value = converted(given->first, given->second, *value);
    evaluator.variables().set_global(evaluator.file().variables->intern(name), std::move(*value));
  }
  for (const auto& [name, text] : options.params) {
    if (std::ranges::find(known, name) != known.end()) continue;
    std::string note = did_you_mean(name, known);
    if (note.empty()) {
      note = known.empty() ? "the file has no params" : "the file has " + listed(known);
    }
    throw Error(ExitStatus::usage, fmt::format("--param {}={}: there is no param '{}'; {}", name,
                                               text, name, note));
  }
}

}  // namespace

Model read_model(const std::string& path, const OpCatalog& ops, const ReadOptions& options) {
  return read_model_text(path == "-" ? "<stdin>" : path, read_text_file(path), ops, options);
}

Model read_model_text(std::string file, std::string text, const OpCatalog& ops,
                      const ReadOptions& options) {
  const std::string folder = folder_of(file);
  const std::string stem = stem_of(file);
  const auto document =
      std::make_shared<const Document>(SourceText(std::move(file), std::move(text)));
  Complaints complaints;
  const ModelFile model_file = read_model_file(document, ops, complaints);
  Evaluator evaluator(model_file, complaints);
  set_params(evaluator, options);

  Model model = expand(evaluator, ops, {.max_nodes = options.max_nodes, .folder = folder},
                       complaints);
  model.config = read_config(evaluator, model_file.config);
  model.name = stem;
  const auto text_of = [&](ValueId id) {
    return document->is_scalar(id) ? std::string(evaluator.text(id, "a text").value_or(""))
                                   : std::string();
  };
  if (model_file.name != kNoValue) model.name = text_of(model_file.name);
  if (model_file.description != kNoValue) model.description = text_of(model_file.description);
  complaints.throw_if_any();
  return model;
}

}  // namespace graphrun
