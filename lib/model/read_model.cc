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

// `text` as a value of the default's kind; nullopt: it is of another.
std::optional<Value> converted(const std::string& text, const Value& otherwise);

// "[1, 2]", "1,2" or "1" as a list of what the default's first item is.
std::optional<Value> converted_list(std::string_view text, const ValueList& otherwise) {
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  ValueList list;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    std::string item(text.substr(0, comma));
    item.erase(0, item.find_first_not_of(' '));
    item.erase(item.find_last_not_of(' ') + 1);
    auto value = otherwise.empty() ? plain_scalar(item) : converted(item, otherwise.front());
    if (!value) return std::nullopt;
    list.push_back(std::move(*value));
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
  }
  return Value{std::move(list)};
}

std::optional<Value> converted(const std::string& text, const Value& otherwise) {
  if (std::holds_alternative<std::string>(otherwise.of)) return Value{text};
  if (const auto* list = std::get_if<ValueList>(&otherwise.of)) return converted_list(text, *list);
  Value value = plain_scalar(text);
  if (value.of.index() == otherwise.of.index()) return value;
  const auto* integer = std::get_if<std::int64_t>(&value.of);
  if (integer == nullptr || !std::holds_alternative<double>(otherwise.of)) return std::nullopt;
  return Value{static_cast<double>(*integer)};
}

// Throws Error(usage) where the text is of another kind than the default.
Value overridden(const std::string& name, const std::string& text, const Value& otherwise) {
  auto value = converted(text, otherwise);
  if (value) return std::move(*value);
  throw Error(ExitStatus::usage, fmt::format("--param {}={}: expected {} {}, as the default {}",
                                             name, text, kind(otherwise) == "integer" ? "an" : "a",
                                             kind(otherwise), to_text(otherwise)));
}

// False with a complaint.
bool set_params(Evaluator& evaluator, const ReadOptions& options) {
  const Document& document = evaluator.document();
  bool is_good = true;
  std::vector<std::string_view> known;
  for (const Field& field : evaluator.file().params) {
    const std::string_view name = document.text(field.key);
    known.push_back(name);
    auto value = evaluator.value(field.value);
    if (!value) {
      is_good = false;
      continue;
    }
    const auto given = options.params.find(std::string(name));
    if (given != options.params.end()) value = overridden(given->first, given->second, *value);
    evaluator.variables().set_global(evaluator.file().variables->intern(name), std::move(*value));
  }
  for (const auto& [name, text] : options.params) {
    if (std::ranges::find(known, name) != known.end()) continue;
    std::string note = did_you_mean(name, known);
    if (note.empty()) {
      note = known.empty() ? "the file has no params" : "the file has " + listed(known, "and");
    }
    throw Error(ExitStatus::usage,
                fmt::format("--param {}={}: there is no param '{}'; {}", name, text, name, note));
  }
  return is_good;
}

std::optional<std::string> text_of(Evaluator& evaluator, ValueId at) {
  if (!evaluator.document().is_scalar(at)) return std::nullopt;  // complained of when it was read
  const auto text = evaluator.text(at, "a text");
  return text ? std::optional(std::string(*text)) : std::nullopt;
}

Model model_of(std::string file, std::string text, const OpCatalog& ops, const ReadOptions& options,
               PhaseClock clock) {
  const std::string folder = folder_of(file);
  const std::string stem = stem_of(file);
  const auto document =
      std::make_shared<const Document>(SourceText(std::move(file), std::move(text)));
  Complaints complaints;
  const ModelFile model_file = read_model_file(document, ops, complaints);
  clock.done(Phase::read);
  Evaluator evaluator(model_file, complaints);
  if (!set_params(evaluator, options))
    complaints.throw_if_any();  // what they are for cannot be told
  const Config config = read_config(evaluator, model_file.config);

  Model model = expand(evaluator, ops, {.max_nodes = options.max_nodes, .folder = folder});
  model.config = config;
  model.name = text_of(evaluator, model_file.name).value_or(stem);
  model.description = text_of(evaluator, model_file.description).value_or("");
  complaints.throw_if_any();
  clock.done(Phase::expand);
  return model;
}

}  // namespace

Model read_model(const std::string& path, const OpCatalog& ops, const ReadOptions& options,
                 PhaseTimes* times) {
  const PhaseClock clock(times);
  return model_of(path == "-" ? "<stdin>" : path, read_text_file(path), ops, options, clock);
}

Model read_model_text(std::string file, std::string text, const OpCatalog& ops,
                      const ReadOptions& options, PhaseTimes* times) {
  return model_of(std::move(file), std::move(text), ops, options, PhaseClock(times));
}

}  // namespace graphrun
