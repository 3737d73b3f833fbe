#include "model/evaluator.h"

#include <fmt/format.h>

namespace graphrun {

std::optional<Value> Evaluator::value(ValueId id) {
  switch (document_.kind(id)) {
    case ValueKind::scalar: break;
    case ValueKind::null:
    case ValueKind::mapping:
      reader_.complain(id, fmt::format("expected a value or a list, got {}",
                                       document_.description(id)));
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
  if (!document_.has_dollar(id)) {
    const std::string_view text = document_.text(id);
    return document_.is_quoted(id) ? Value{std::string(text)} : plain_scalar(text);
  }
  try {
    return file_.templates.at(id).evaluate(variables_, *file_.variables);
  } catch (const ExpressionFault& fault) {
    reader_.complain_within(id, fault.offset, fault.what, fault.note);
    return std::nullopt;
  }
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
  complain_of(id, what, *evaluated);
  return std::nullopt;
}

void Evaluator::complain_of(ValueId at, std::string_view what, const Value& got) {
  constexpr std::size_t kShown = 60;
  std::string shown = to_text(got);
  if (shown.size() > kShown) shown = shown.substr(0, kShown) + "...";
  reader_.complain(at, fmt::format("expected {}, got {} '{}'", what, kind(got), shown));
}

}  // namespace graphrun
