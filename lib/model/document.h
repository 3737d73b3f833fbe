// A YAML file as values with positions: what yaml-cpp's events say, kept in one array.
//
// yaml-cpp's own tree takes ten times the memory and several times the time of its events, keeps two
// equal keys, and forgets where a value's characters were; hence this one. It is the only file of
// the program that knows yaml-cpp.
//
// Reading a document is safe from any thread.

#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/complaint.h"
#include "base/source_text.h"

namespace graphrun {

// A value of the document. kNoValue stands for a key that is not there.
using ValueId = std::uint32_t;
inline constexpr ValueId kNoValue = 0;

enum class ValueKind : std::uint8_t { null, scalar, sequence, mapping };

class Document {
 public:
  // Throws Error(invalid) with every fault that can be told: bad YAML, bytes that are not UTF-8,
  // duplicate keys, keys that are not text, more than one document, an alias bomb.
  explicit Document(SourceText source);

  ValueId root() const { return root_; }

  ValueKind kind(ValueId id) const { return values_[id].kind; }
  bool is_scalar(ValueId id) const { return values_[id].kind == ValueKind::scalar; }
  bool is_sequence(ValueId id) const { return values_[id].kind == ValueKind::sequence; }
  bool is_mapping(ValueId id) const { return values_[id].kind == ValueKind::mapping; }
  bool is_null(ValueId id) const { return values_[id].kind == ValueKind::null; }

  // A scalar's characters. Quoted ones are text, whatever they look like.
  std::string_view text(ValueId id) const { return values_[id].text; }
  bool is_quoted(ValueId id) const { return values_[id].quoted; }
  // Whether a `$` is in it, or in anything it holds.
  bool has_dollar(ValueId id) const { return values_[id].has_dollar; }

  // Items of a sequence; keys and values, in turn, of a mapping. kNoValue ends them.
  ValueId first(ValueId id) const { return values_[id].first; }
  ValueId next(ValueId id) const { return values_[id].next; }
  // Items of a sequence, pairs of a mapping.
  std::uint32_t size(ValueId id) const { return values_[id].size; }
  // The value of a key; kNoValue: no such key.
  ValueId find(ValueId mapping, std::string_view key) const;

  SourceMark mark(ValueId id) const { return values_[id].mark; }
  FilePosition position(ValueId id) const { return source_->position(values_[id].mark); }
  // `bytes` into a scalar's characters.
  FilePosition position(ValueId id, std::size_t bytes) const;
  const std::shared_ptr<const SourceText>& source() const { return source_; }
  std::size_t values() const { return values_.size(); }

  // "text 'abc'", "a list", "a mapping", "nothing": for messages.
  std::string description(ValueId id) const;

 private:
  class Builder;

  struct Value {
    std::string_view text;
    SourceMark mark;
    ValueId first = kNoValue;
    ValueId next = kNoValue;
    std::uint32_t size = 0;
    ValueKind kind = ValueKind::null;
    bool quoted = false;
    bool has_dollar = false;
  };

  std::shared_ptr<const SourceText> source_;
  std::vector<Value> values_;      // the first is kNoValue
  std::deque<std::string> texts_;  // of scalars that do not stand in the source as they are
  ValueId root_ = kNoValue;
};

}  // namespace graphrun
