#include "model/document_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/closest_match.h"
#include "files/file_error.h"
#include "model/value.h"

namespace graphrun {
namespace {

// A fault that was met so often will be met until the loops end.
constexpr std::uint32_t kMostRepetitions = 10'000;

}  // namespace

std::string listed(std::span<const std::string_view> names, std::string_view conjunction) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 < names.size() ? ", " : fmt::format(" {} ", conjunction);
    text += fmt::format("'{}'", names[i]);
  }
  return text;
}

bool DocumentReader::is_new(ValueId at, std::string_view what) {
  const std::size_t place = std::hash<ValueId>{}(at)*0x9e3779b97f4a7c15u;
  if (seen_.insert(place ^ std::hash<std::string_view>{}(what)).second) return true;
  if (++repeated_ > kMostRepetitions) complaints_.throw_if_any();
  return false;
}

std::string DocumentReader::hint_of_call() const {
  if (calls_.empty()) return {};
  return fmt::format("in '{}', called on line {}", document_.text(calls_.back()),
                     document_.mark(calls_.back()).line + 1);
}

void DocumentReader::complain(ValueId at, std::string what, std::string note, std::string hint) {
  if (!is_new(at, what)) return;
  if (hint.empty()) hint = hint_of_call();
  complaints_.add({document_.position(at), std::move(what), std::move(note), std::move(hint)});
}

void DocumentReader::complain_within(ValueId at, std::size_t bytes, std::string what,
                                     std::string note) {
  if (!is_new(at, what)) return;
  complaints_.add(
      {document_.position(at, bytes), std::move(what), std::move(note), hint_of_call()});
}

bool DocumentReader::expect(bool is_so, ValueId value, std::string_view what) {
  if (is_so) return true;
  // "nodes:[]" is a text and "-{op: NoOp}" a mapping to YAML: both lack a space.
  std::string note;
  const std::string_view text =
      document_.text(document_.is_mapping(value) ? document_.first(value) : value);
  if (document_.is_scalar(value) && text.find(':') != std::string_view::npos) {
    note = "a ':' that ends a key is followed by a space";
  } else if (text.starts_with('-')) {
    note = "a '-' that begins an item is followed by a space";
  }
  complain(value, fmt::format("expected {}, got {}", what, document_.description(value)),
           document_.is_quoted(value) ? "" : std::move(note));
  return false;
}

bool DocumentReader::expect_mapping(ValueId value, std::string_view what) {
  return expect(document_.is_mapping(value), value, what);
}

bool DocumentReader::expect_sequence(ValueId value, std::string_view what) {
  return expect(document_.is_sequence(value), value, what);
}

bool DocumentReader::expect_text(ValueId value, std::string_view what) {
  return expect(document_.is_scalar(value), value, what);
}

std::string DocumentReader::note_on_key(std::string_view key,
                                        std::span<const std::string_view> known) {
  const std::string_view before_colon = key.substr(0, key.find(':'));
  if (before_colon.size() < key.size() && std::ranges::find(known, before_colon) != known.end()) {
    return "a ':' that ends a key is followed by a space";
  }
  return did_you_mean(key, known);
}

bool DocumentReader::check_keys(ValueId mapping, std::string_view where,
                                std::span<const std::string_view> known) {
  bool is_good = true;
  for (ValueId key = document_.first(mapping); key != kNoValue;
       key = document_.next(document_.next(key))) {
    const std::string_view text = document_.text(key);
    if (!document_.is_scalar(key) || std::ranges::find(known, text) != known.end()) continue;
    std::string note = note_on_key(text, known);
    if (note.empty()) note = fmt::format("{} has {}", where, listed(known, "and"));
    complain(key, fmt::format("unknown key {}", quote(text)), std::move(note));
    is_good = false;
  }
  return is_good;
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
