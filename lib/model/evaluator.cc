#include "model/evaluator.h"

#include <fmt/format.h>

#include "files/file_error.h"
#include "model/expression_operand.h"

namespace graphrun {
namespace {

// A step of the budget is worth so many characters of an expression, or elements that it copies.
constexpr std::size_t kCharactersPerStep = 8;

std::string note_on_boolean(const Value& value) {
  for (const std::string_view word : {"yes", "no", "on", "off", "y", "n"}) {
    if (value == Value{std::string(word)}) return "in YAML 1.2 that is a text";
  }
  return {};
}

}  // namespace

std::optional<Value> Evaluator::value(ValueId id) {
  switch (document_.kind(id)) {
    case ValueKind::scalar: break;
    case ValueKind::null:
    case ValueKind::mapping:
      reader_.complain(
          id, fmt::format("expected a value or a list, got {}", document_.description(id)));
      return std::nullopt;
    case ValueKind::sequence: {
      ValueList list;
      list.reserve(document_.size(id));
      for (ValueId item = document_.first(id); item != kNoValue; item = document_.next(item)) {
        auto element = value(item);
        if (!element) return std::nullopt;
        list.push_back(std::move(*element));
      }
      return Value{std::move(list)};
    }
  }
  spend(1, id);
  if (document_.has_dollar(id)) return value_of_template(id);
  const std::string_view text = document_.text(id);
  return document_.is_quoted(id) ? Value{std::string(text)} : plain_scalar(text);
}

std::optional<Value> Evaluator::value_of_template(ValueId id) {
  const auto compiled = file_.templates.find(id);
  if (compiled == file_.templates.end()) return std::nullopt;  // complained of when it was read
  std::size_t work = document_.text(id).size();
  std::optional<Value> value;
  try {
    value = compiled->second.evaluate(variables_, *file_.variables, &work);
    work += expression::weight(*value);
  } catch (const ExpressionFault& fault) {
    reader_.complain_within(id, fault.offset, fault.what, fault.note);
  }
  spend(work / kCharactersPerStep, id);
  return value;
}

std::optional<std::string_view> Evaluator::text(ValueId id, std::string_view what) {
  if (document_.is_scalar(id) && !document_.has_dollar(id)) return document_.text(id);
  if (!document_.is_scalar(id)) {
    reader_.complain(id, fmt::format("expected {}, got {}", what, document_.description(id)));
    return std::nullopt;
  }
  auto evaluated = value(id);
  if (!evaluated) return std::nullopt;
  if (std::holds_alternative<ValueList>(evaluated->of)) {
    complain_of(id, what, *evaluated);
    return std::nullopt;
  }
  text_ = to_text(*evaluated);
  return text_;
}

std::optional<std::int64_t> Evaluator::integer(ValueId id, std::string_view what) {
  const auto evaluated = value(id);
  if (!evaluated) return std::nullopt;
  if (const auto* integer = std::get_if<std::int64_t>(&evaluated->of)) return *integer;
  complain_of(id, what, *evaluated);
  return std::nullopt;
}

std::optional<double> Evaluator::number(ValueId id, std::string_view what) {
  const auto evaluated = value(id);
  if (!evaluated) return std::nullopt;
  if (const auto* number = std::get_if<double>(&evaluated->of)) return *number;
  if (const auto* integer = std::get_if<std::int64_t>(&evaluated->of)) {
    return static_cast<double>(*integer);
  }
  complain_of(id, what, *evaluated);
  return std::nullopt;
}

std::optional<bool> Evaluator::boolean(ValueId id, std::string_view what) {
  const auto evaluated = value(id);
  if (!evaluated) return std::nullopt;
  if (const auto* boolean = std::get_if<bool>(&evaluated->of)) return *boolean;
  complain_of(id, what, *evaluated, note_on_boolean(*evaluated));
  return std::nullopt;
}

void Evaluator::complain_of(ValueId at, std::string_view what, const Value& got, std::string note) {
  std::string text = quote(to_text(got));
  if (!std::holds_alternative<std::string>(got.of)) text = text.substr(1, text.size() - 2);
  reader_.complain(at, fmt::format("expected {}, got {} {}", what, kind(got), text),
                   std::move(note));
}

void Evaluator::spend(std::uint64_t steps, ValueId at) {
  if (budget_.spend(steps)) return;
  reader_.complain(at, "expanding this file takes too many steps", "",
                   "are the loops as long as they should be?");
  reader_.complaints().throw_if_any();
}

}  // namespace graphrun
