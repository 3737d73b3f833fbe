#include "model/document.h"

#include <fmt/format.h>
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <istream>
#include <streambuf>
#include <unordered_map>
#include <unordered_set>

#include "base/error.h"
#include "base/utf8.h"

namespace graphrun {
namespace {

// Values that aliases may add to what is written: more is taken for an alias bomb.
constexpr std::uint64_t kMostAliasedValues = 10'000'000;

// A scalar longer than this is quoted in messages in part.
constexpr std::size_t kQuotedCharacters = 60;

class MemoryStream final : private std::streambuf, public std::istream {
 public:
  explicit MemoryStream(const std::string& text) : std::istream(this) {
    char* begin = const_cast<char*>(text.data());  // streambuf's interface; it is only read
    setg(begin, begin, begin + text.size());
  }
};

SourceMark mark_at(const std::string& text, std::size_t offset) {
  const std::string_view before = std::string_view(text).substr(0, offset);
  const auto lines = std::ranges::count(before, '\n');
  const std::size_t newline = before.rfind('\n');
  const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  return {static_cast<std::uint32_t>(lines), static_cast<std::uint32_t>(offset - begin)};
}

// What yaml-cpp would misread in silence.
void check_bytes(const SourceText& source) {
  const std::string& text = source.text();
  const auto fail = [&](std::size_t offset, std::string what, std::string hint) {
    Complaints complaints;
    complaints.add({source.position(mark_at(text, offset)), std::move(what), "", std::move(hint)});
    complaints.throw_if_any();
  };
  if (const std::size_t nul = text.find('\0'); nul != std::string::npos) {
    fail(nul, "a NUL byte", "a graph file is text; is this another kind of file?");
  }
  if (const std::size_t bad = first_invalid_utf8(text); bad != std::string_view::npos) {
    fail(bad, fmt::format("byte 0x{:02x} is not valid UTF-8", static_cast<unsigned char>(text[bad])),
         "graph files are UTF-8");
  }
}

}  // namespace

// Turns events into values. A container's children are linked as they come.
class Document::Builder final : public YAML::EventHandler {
 public:
  Builder(Document& document, Complaints& complaints)
      : document_(document), complaints_(complaints) {}

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    finish(add(mark, ValueKind::null), anchor, 1);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    const ValueId id = add(mark, ValueKind::scalar);
    Value& value = document_.values_[id];
    value.quoted = tag == "!" || tag == "tag:yaml.org,2002:str";
    if (!tag.empty() && tag != "?" && !value.quoted) complain_of_tag(id, tag);
    // "~" is null, as YAML's core schema has it.
    if (!value.quoted && (text == "~" || text == "null")) value.kind = ValueKind::null;
    const std::string& source = document_.source_->text();
    const auto at = static_cast<std::size_t>(mark.pos);
    const bool stands_so = at <= source.size() && source.compare(at, text.size(), text) == 0;
    value.text = stands_so ? std::string_view(source).substr(at, text.size())
                           : std::string_view(document_.texts_.emplace_back(text));
    value.has_dollar = text.find('$') != std::string::npos;
    finish(id, anchor, 1);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto target = anchors_.find(anchor);
    const ValueId id = add(mark, ValueKind::null);
    if (target == anchors_.end()) {
      complain(id, "this alias stands within the value that it names");
      finish(id, 0, 1);
      return;
    }
    Value& value = document_.values_[id];
    const Value& original = document_.values_[target->second.id];
    value.text = original.text;
    value.first = original.first;
    value.size = original.size;
    value.kind = original.kind;
    value.quoted = original.quoted;
    value.has_dollar = original.has_dollar;
    aliased_ += target->second.values;
    if (aliased_ > kMostAliasedValues) {
      complain(id, fmt::format("aliases make more than {} values of this file", kMostAliasedValues),
               "a loop (for:, repeat:) costs nothing until it is expanded");
      complaints_.throw_if_any();
    }
    finish(id, 0, target->second.values);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, ValueKind::sequence, tag, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, ValueKind::mapping, tag, anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Container {
    ValueId id;
    ValueId last = kNoValue;
    std::uint32_t children = 0;
    std::uint64_t values = 1;  // it and all in it, aliases followed
    YAML::anchor_t anchor = 0;
  };
  struct Anchor {
    ValueId id;
    std::uint64_t values;
  };

  ValueId add(const YAML::Mark& mark, ValueKind kind) {
    Value value;
    value.mark = {static_cast<std::uint32_t>(mark.line), static_cast<std::uint32_t>(mark.column)};
    value.kind = kind;
    document_.values_.push_back(value);
    return static_cast<ValueId>(document_.values_.size() - 1);
  }

  void open(const YAML::Mark& mark, ValueKind kind, const std::string& tag, YAML::anchor_t anchor) {
    const ValueId id = add(mark, kind);
    if (!tag.empty() && tag != "?" && tag != "!") complain_of_tag(id, tag);
    open_.push_back({.id = id, .anchor = anchor});
  }

  void close() {
    const Container container = open_.back();
    open_.pop_back();
    Value& value = document_.values_[container.id];
    const bool is_mapping = value.kind == ValueKind::mapping;
    value.size = is_mapping ? container.children / 2 : container.children;
    if (is_mapping) check_keys(container.id);
    finish(container.id, container.anchor, container.values);
  }

  // Hangs a value that is complete below its container.
  void finish(ValueId id, YAML::anchor_t anchor, std::uint64_t values) {
    if (anchor != 0) anchors_[anchor] = {id, values};
    if (open_.empty()) {
      document_.root_ = id;
      return;
    }
    Container& container = open_.back();
    auto& all = document_.values_;
    if (container.last == kNoValue) {
      all[container.id].first = id;
    } else {
      all[container.last].next = id;
    }
    if (all[id].has_dollar) all[container.id].has_dollar = true;
    container.last = id;
    ++container.children;
    container.values += values;
  }

  void check_keys(ValueId mapping) {
    const Document& d = document_;
    constexpr std::uint32_t kFew = 24;  // up to here comparing all is quicker than hashing
    std::unordered_set<std::string_view> seen;
    for (ValueId key = d.first(mapping); key != kNoValue; key = d.next(d.next(key))) {
      if (!d.is_scalar(key)) {
        complain(key, fmt::format("a key must be text, not {}", d.description(key)));
        continue;
      }
      bool is_new = true;
      if (d.size(mapping) > kFew) {
        is_new = seen.insert(d.text(key)).second;
      } else {
        for (ValueId other = d.first(mapping); other != key; other = d.next(d.next(other))) {
          if (d.is_scalar(other) && d.text(other) == d.text(key)) is_new = false;
        }
      }
      if (is_new) continue;
      complain(key, fmt::format("duplicate key '{}'", d.text(key)),
               fmt::format("it is also on line {}", d.mark(d.find(mapping, d.text(key))).line + 1));
    }
  }

  void complain_of_tag(ValueId id, const std::string& tag) {
    complain(id, fmt::format("tag '{}' is not supported", tag), "quotes make a text: \"1\"");
  }

  void complain(ValueId id, std::string what, std::string note = {}) {
    complaints_.add({document_.position(id), std::move(what), std::move(note), ""});
  }

  Document& document_;
  Complaints& complaints_;
  std::vector<Container> open_;
  std::unordered_map<YAML::anchor_t, Anchor> anchors_;
  std::uint64_t aliased_ = 0;
};

Document::Document(SourceText source)
    : source_(std::make_shared<SourceText>(std::move(source))), values_(1) {
  check_bytes(*source_);
  Complaints complaints;
  const auto fail = [&](const YAML::Mark& mark, std::string what) {
    const SourceMark at = {static_cast<std::uint32_t>(std::max(0, mark.line)),
                           static_cast<std::uint32_t>(std::max(0, mark.column))};
    complaints.add({source_->position(at), std::move(what), "", ""});
  };
  try {
    MemoryStream stream(source_->text());
    YAML::Parser parser(stream);
    Builder builder(*this, complaints);
    parser.HandleNextDocument(builder);
    const ValueId first_document = root_;
    if (parser.HandleNextDocument(builder)) {
      complaints.add({position(root_), "a second document",
                      "a graph file is one document, without '---' in it", ""});
    }
    root_ = first_document;
  } catch (const YAML::DeepRecursion& problem) {
    fail(problem.mark, "values are nested too deeply");
  } catch (const YAML::ParserException& problem) {
    fail(problem.mark, fmt::format("this is not YAML: {}", problem.msg));
  }
  complaints.throw_if_any();
}

ValueId Document::find(ValueId mapping, std::string_view key) const {
  if (!is_mapping(mapping)) return kNoValue;
  for (ValueId k = first(mapping); k != kNoValue; k = next(next(k))) {
    if (text(k) == key && is_scalar(k)) return next(k);
  }
  return kNoValue;
}

FilePosition Document::position(ValueId id, std::size_t bytes) const {
  // A quoted or folded scalar does not stand in the file as it reads; its start is near enough.
  const bool stands_so = !values_[id].quoted;
  return source_->position(values_[id].mark, stands_so ? bytes : 0);
}

std::string Document::description(ValueId id) const {
  switch (kind(id)) {
    case ValueKind::null: return "nothing";
    case ValueKind::sequence: return "a list";
    case ValueKind::mapping: return "a mapping";
    case ValueKind::scalar: break;
  }
  const std::string_view shown = text(id).substr(0, kQuotedCharacters);
  return fmt::format("'{}{}'", shown, shown.size() < text(id).size() ? "..." : "");
}

}  // namespace graphrun
