#include "model/document_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/closest_match.h"
#include "model/value.h"

namespace graphrun {

std::string listed(std::span<const std::string_view> names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += i == 0 ? "" : i + 1 == names.size() ? " or " : ", ";
    text += fmt::format("'{}'", names[i]);
  }
  return text;
}

void DocumentReader::complain(ValueId at, std::string what, std::string note, std::string hint) {
  complaints_.add({document_.position(at), std::move(what), std::move(note), std::move(hint)});
}

void DocumentReader::complain_within(ValueId at, std::size_t bytes, std::string what,
                                     std::string note) {
  complaints_.add({document_.position(at, bytes), std::move(what), std::move(note), ""});
}

bool DocumentReader::expect_mapping(ValueId value, std::string_view what) {
  if (document_.is_mapping(value)) return true;
  complain(value, fmt::format("expected {}, got {}", what, document_.description(value)));
  return false;
}

bool DocumentReader::expect_sequence(ValueId value, std::string_view what) {
  if (document_.is_sequence(value)) return true;
  complain(value, fmt::format("expected {}, got {}", what, document_.description(value)));
  return false;
}

bool DocumentReader::expect_text(ValueId value, std::string_view what) {
  if (document_.is_scalar(value)) return true;
  complain(value, fmt::format("expected {}, got {}", what, document_.description(value)));
  return false;
}

void DocumentReader::check_keys(ValueId mapping, std::string_view where,
                                std::span<const std::string_view> known) {
  for (ValueId key = document_.first(mapping); key != kNoValue;
       key = document_.next(document_.next(key))) {
    const std::string_view text = document_.text(key);
    if (!document_.is_scalar(key) || std::ranges::find(known, text) != known.end()) continue;
    std::string note = did_you_mean(text, known);
    if (note.empty()) note = fmt::format("{} has {}", where, listed(known));
    complain(key, fmt::format("unknown key '{}'", text), std::move(note));
  }
}

std::optional<std::string> DocumentReader::text_of(ValueId value, std::string_view what) {
  if (!expect_text(value, what)) return std::nullopt;
  return std::string(document_.text(value));
}

std::optional<std::int64_t> DocumentReader::integer_of(ValueId value, std::string_view what) {
  if (document_.is_scalar(value) && !document_.is_quoted(value)) {
    const Value plain = plain_scalar(document_.text(value));
    if (const auto* integer = std::get_if<std::int64_t>(&plain.of)) return *integer;
  }
  complain(value, fmt::format("expected {}, got {}", what, document_.description(value)));
  return std::nullopt;
}

std::optional<double> DocumentReader::number_of(ValueId value, std::string_view what) {
  if (document_.is_scalar(value) && !document_.is_quoted(value)) {
    const Value plain = plain_scalar(document_.text(value));
    if (const auto* integer = std::get_if<std::int64_t>(&plain.of)) {
      return static_cast<double>(*integer);
    }
    if (const auto* number = std::get_if<double>(&plain.of)) return *number;
  }
  complain(value, fmt::format("expected {}, got {}", what, document_.description(value)));
  return std::nullopt;
}

std::optional<bool> DocumentReader::boolean_of(ValueId value, std::string_view what) {
  if (document_.is_scalar(value) && !document_.is_quoted(value)) {
    const Value plain = plain_scalar(document_.text(value));
    if (const auto* boolean = std::get_if<bool>(&plain.of)) return *boolean;
  }
  complain(value, fmt::format("expected {}, got {}", what, document_.description(value)));
  return std::nullopt;
}

}  // namespace graphrun
