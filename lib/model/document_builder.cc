#include "model/document_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <unordered_set>

namespace graphrun {
namespace {

// Values that aliases may add to what is written: more is taken for an alias bomb.
constexpr std::uint64_t kMostAliasedValues = 1'000'000;

// A mapping of no more keys has them compared with each other, which is quicker than hashing them.
constexpr std::uint32_t kFewKeys = 24;

// Roughly, in a file of many values; so many are set aside at once.
constexpr std::size_t kBytesPerValue = 5;

}  // namespace

DocumentBuilder::DocumentBuilder(Document& document, Complaints& complaints)
    : document_(document), complaints_(complaints) {
  const std::size_t bytes = document_.source_->text().size();
  document_.values_.reserve(std::min<std::size_t>(bytes / kBytesPerValue, kMostValues) + 1);
  document_.values_.emplace_back();
}

void DocumentBuilder::add_null(const Place& place, AnchorId anchor) {
  finish(add(place, ValueKind::null), anchor, {});
}

void DocumentBuilder::add_scalar(const Place& place, const std::string& tag, AnchorId anchor,
                                 std::string_view text) {
  const ValueId id = add(place, ValueKind::scalar);
  Document::Value& value = document_.values_[id];
  value.is_quoted = tag == "!" || tag == "tag:yaml.org,2002:str";
  if (!value.is_quoted) check_tag(id, tag);
  value.size = static_cast<std::uint32_t>(text.size());
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
  open_.push_back({.id = id, .anchor = anchor});
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
         "loops make many nodes of few lines; large tensors are read from files");
  }
  document_.values_.push_back({.mark = place.mark, .kind = kind});
  return static_cast<ValueId>(document_.values_.size() - 1);
}

// Hangs a value that is complete below its container.
void DocumentBuilder::finish(ValueId id, AnchorId anchor, Extent extent) {
  auto& values = document_.values_;
  if (anchor != kNoAnchor) anchors_[anchor] = {id, extent};
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
    fail(values[id].mark, fmt::format("values are nested deeper than {}", kDeepest));
  }
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
  complain(id, fmt::format("the tag '{}' is not supported", tag), "quotes make a text: \"1\"");
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
