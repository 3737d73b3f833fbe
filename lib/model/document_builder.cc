#include "model/document_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <unordered_set>

namespace graphrun {
namespace {

// Values that aliases may add to what is written: more is taken for an alias bomb.
constexpr std::uint64_t kMostAliasedValues = 1'000'000;
constexpr std::size_t kMostAnchors = 100'000;

// A mapping of no more keys has them compared with each other, which is quicker than hashing them.
constexpr std::uint32_t kFewKeys = 24;

// Roughly, in a file of many values; so many are set aside at once.
constexpr std::size_t kBytesPerValue = 5;

// Whether the text begins with a null that is written out.
bool is_null_word(std::string_view text) {
  for (const std::string_view word : {"~", "null", "Null", "NULL"}) {
    if (!text.starts_with(word)) continue;
    const std::string_view rest = text.substr(word.size());
    if (rest.empty() ||
        std::string_view(" \t\r\n,]}#").find(rest.front()) != std::string_view::npos)
      return true;
  }
  return false;
}

}  // namespace

DocumentBuilder::DocumentBuilder(Document& document, Complaints& complaints)
    : document_(document), complaints_(complaints) {
  const std::size_t bytes = document_.source_->text().size();
  document_.values_.reserve(std::min<std::size_t>(bytes / kBytesPerValue, kMostValues) + 1);
  document_.values_.emplace_back();
}

void DocumentBuilder::add_null(const Place& place, AnchorId anchor) {
  const ValueId id = add(place, ValueKind::null);
  if (const auto better = place_of_nothing(place)) document_.values_[id].mark = *better;
  finish(id, anchor, {});
}

// yaml-cpp says of a value that is not there that it is where the next one is: better is where it
// could be, after its key or its dash.
std::optional<SourceMark> DocumentBuilder::place_of_nothing(const Place& place) const {
  const std::string_view text = document_.source_->text();
  if (open_.empty() || is_null_word(text.substr(std::min(place.offset, text.size())))) {
    return std::nullopt;
  }
  const Container& around = open_.back();
  if (document_.values_[around.id].kind == ValueKind::mapping) {
    if (around.children % 2 == 0) return std::nullopt;
    const Document::Value& key = document_.values_[around.last];
    if (key.kind != ValueKind::scalar || key.is_copied) return std::nullopt;
    return SourceMark{key.mark.line, key.mark.column + key.size + (key.is_quoted ? 2 : 0)};
  }
  const std::size_t dash = text.substr(0, place.offset).find_last_not_of(" \r\n");
  if (dash == std::string_view::npos || text[dash] != '-') return std::nullopt;
  const auto lines = std::ranges::count(text.substr(dash, place.offset - dash), '\n');
  const std::size_t newline = text.rfind('\n', dash);
  const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  return SourceMark{place.mark.line - static_cast<std::uint32_t>(lines),
                    static_cast<std::uint32_t>(dash - begin)};
}

void DocumentBuilder::add_scalar(const Place& place, const std::string& tag, AnchorId anchor,
                                 std::string_view text) {
  const ValueId id = add(place, ValueKind::scalar);
  Document::Value& value = document_.values_[id];
  value.is_quoted = tag == "!" || tag == "tag:yaml.org,2002:str";
  if (!value.is_quoted) check_tag(id, tag);
  value.size = static_cast<std::uint32_t>(text.size());
  last_size_ = text.size();
  value.has_dollar = text.find('$') != std::string_view::npos;
  const std::string& source = document_.source_->text();
  const std::size_t begin = place.offset + (value.is_quoted ? 1 : 0);
  if (begin <= source.size() && source.compare(begin, text.size(), text) == 0) {
    value.begin = static_cast<std::uint32_t>(begin);
  } else {
    value.is_copied = true;
    value.begin = static_cast<std::uint32_t>(document_.copies_.size());
    document_.copies_ += text;
  }
  finish(id, anchor, {});
}

void DocumentBuilder::add_alias(const Place& place, AnchorId anchor) {
  const auto target = anchors_.find(anchor);
  const ValueId id = add(place, ValueKind::null);
  if (target == anchors_.end()) {
    complain(id, "this alias stands within the value that it names");
    finish(id, kNoAnchor, {});
    return;
  }
  Document::Value& value = document_.values_[id];
  const SourceMark mark = value.mark;
  value = document_.values_[target->second.id];
  value.mark = mark;
  value.next = kNoValue;
  aliased_values_ += target->second.extent.values;
  if (aliased_values_ > kMostAliasedValues) {
    fail(mark, fmt::format("aliases make more than {} values of this file", kMostAliasedValues), "",
         "a loop (for:, repeat:) or a function repeats nodes");
  }
  finish(id, kNoAnchor, target->second.extent);
}

void DocumentBuilder::open(ValueKind kind, const Place& place, const std::string& tag,
                           AnchorId anchor) {
  const ValueId id = add(place, kind);
  if (tag != "!") check_tag(id, tag);
  open_.push_back({.id = id, .anchor = anchor, .offset = place.offset});
}

void DocumentBuilder::close() {
  const Container container = open_.back();
  open_.pop_back();
  Document::Value& value = document_.values_[container.id];
  const bool is_mapping = value.kind == ValueKind::mapping;
  value.size = is_mapping ? container.children / 2 : container.children;
  if (is_mapping) check_keys(container.id);
  finish(container.id, container.anchor, container.extent);
}

ValueId DocumentBuilder::add(const Place& place, ValueKind kind) {
  if (document_.values_.size() > kMostValues) {
    fail(place.mark, fmt::format("the file has more than {} values", kMostValues), "",
         "loops make many nodes of few lines; large tensors are read from "
         "files");
  }
  last_ = place;
  last_size_ = 0;
  document_.values_.push_back({.mark = place.mark, .kind = kind});
  return static_cast<ValueId>(document_.values_.size() - 1);
}

// Hangs a value that is complete below its container.
void DocumentBuilder::finish(ValueId id, AnchorId anchor, Extent extent) {
  auto& values = document_.values_;
  if (anchor != kNoAnchor) {
    anchors_[anchor] = {id, extent};
    if (anchors_.size() > kMostAnchors) {
      fail(values[id].mark, fmt::format("the file has more than {} anchors", kMostAnchors));
    }
  }
  if (open_.empty()) {
    document_.root_ = id;
    return;
  }
  Container& container = open_.back();
  if (container.last == kNoValue) {
    values[container.id].begin = id;
  } else {
    values[container.last].next = id;
  }
  if (values[id].has_dollar) values[container.id].has_dollar = true;
  container.last = id;
  ++container.children;
  container.extent.values += extent.values;
  container.extent.depth = std::max(container.extent.depth, extent.depth + 1);
  if (open_.size() + extent.depth > kDeepest) {
    fail(values[id].mark, std::string(kTooDeep));
  }
}

YamlProgress DocumentBuilder::progress() const {
  YamlProgress progress;
  progress.end_of_last_value = last_.offset + last_size_;
  const std::string& text = document_.source_->text();
  for (const Container& container : open_) {
    if (container.offset >= text.size()) continue;
    const char first = text[container.offset];
    if (first != '[' && first != '{') continue;
    progress.brackets.push_back(container.offset);
  }
  return progress;
}

void DocumentBuilder::check_last_text() {
  const std::string_view text = document_.source_->text();
  const auto last = static_cast<ValueId>(document_.values_.size() - 1);
  if (!document_.is_quoted(last) || last_.offset >= text.size()) return;
  const char quote = text[last_.offset];
  if (quote != '"' && quote != '\'') return;
  for (std::size_t i = last_.offset + 1; i < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      const bool is_doubled = quote == '\'' && i + 1 < text.size() && text[i + 1] == quote;
      if (!is_doubled) return;
      ++i;
    }
  }
  fail(last_.mark, "this quote is not closed");
}

void DocumentBuilder::check_keys(ValueId mapping) {
  const Document& d = document_;
  std::unordered_set<std::string_view> seen;
  for (ValueId key = d.first(mapping); key != kNoValue; key = d.next(d.next(key))) {
    if (!d.is_scalar(key)) {
      complain(key, fmt::format("a key must be text, not {}", d.description(key)));
      continue;
    }
    const std::string_view text = d.text(key);
    if (text == "<<" && !d.is_quoted(key)) {
      complain(key, "merge keys are not supported", "a function makes the same nodes again");
    }
    bool is_new = true;
    if (d.size(mapping) > kFewKeys) {
      is_new = seen.insert(text).second;
    } else {
      for (ValueId other = d.first(mapping); other != key; other = d.next(d.next(other))) {
        if (d.is_scalar(other) && d.text(other) == text) is_new = false;
      }
    }
    if (is_new) continue;
    ValueId earlier = d.first(mapping);
    while (!d.is_scalar(earlier) || d.text(earlier) != text) earlier = d.next(d.next(earlier));
    complain(key, fmt::format("duplicate key '{}'", text),
             fmt::format("it is already on line {}", d.mark(earlier).line + 1));
  }
}

void DocumentBuilder::check_tag(ValueId id, const std::string& tag) {
  if (tag.empty() || tag == "?") return;
  constexpr std::string_view kStandard = "tag:yaml.org,2002:";
  const bool is_standard = tag.starts_with(kStandard);
  complain(id, fmt::format("tags such as '{}{}' are not supported", is_standard ? "!!" : "",
                           is_standard ? tag.substr(kStandard.size()) : tag));
}

void DocumentBuilder::complain(ValueId at, std::string what, std::string note, std::string hint) {
  complaints_.add({document_.position(at), std::move(what), std::move(note), std::move(hint)});
}

void DocumentBuilder::fail(SourceMark at, std::string what, std::string note, std::string hint) {
  complaints_.add(
      {document_.source_->position(at), std::move(what), std::move(note), std::move(hint)});
  complaints_.throw_if_any();
  std::abort();  // it has just been given one
}

}  // namespace graphrun
