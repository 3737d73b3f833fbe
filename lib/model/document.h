// A YAML file as values with positions, kept in one array.
//
// yaml-cpp's own tree takes ten times the memory and several times the time of its events, keeps
// two equal keys, and forgets where a value's characters were; hence this one.
//
// Reading a document is safe from any thread.

#pragma once

#include <cstdint>
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
  // duplicate keys, keys that are not text, more than one document, values that are too many, too
  // long or nested too deeply.
  explicit Document(SourceText source);

  ValueId root() const { return root_; }  // kNoValue: the file is empty

  ValueKind kind(ValueId id) const { return values_[id].kind; }
  bool is_scalar(ValueId id) const { return values_[id].kind == ValueKind::scalar; }
  bool is_sequence(ValueId id) const { return values_[id].kind == ValueKind::sequence; }
  bool is_mapping(ValueId id) const { return values_[id].kind == ValueKind::mapping; }
  bool is_null(ValueId id) const { return values_[id].kind == ValueKind::null; }

  // A scalar's characters. Quoted ones are text, whatever they look like.
  std::string_view text(ValueId id) const {
    const Value& value = values_[id];
    if (value.kind != ValueKind::scalar) return {};
    return std::string_view(value.is_copied ? copies_ : source_->text())
        .substr(value.begin, value.size);
  }
  bool is_quoted(ValueId id) const { return values_[id].is_quoted; }
  // Whether a `$` is in it, or in anything it holds.
  bool has_dollar(ValueId id) const { return values_[id].has_dollar; }

  // Items of a sequence; keys and values, in turn, of a mapping. kNoValue ends them.
  ValueId first(ValueId id) const { return is_container(id) ? values_[id].begin : kNoValue; }
  ValueId next(ValueId id) const { return values_[id].next; }
  // Items of a sequence, pairs of a mapping.
  std::uint32_t size(ValueId id) const { return is_container(id) ? values_[id].size : 0; }
  // The value of a key; kNoValue: no such key.
  ValueId find(ValueId mapping, std::string_view key) const;

  SourceMark mark(ValueId id) const { return values_[id].mark; }
  FilePosition position(ValueId id) const { return source_->position(values_[id].mark); }
  // `bytes` into a scalar's text; where it begins if it does not stand in the file as it reads.
  FilePosition position(ValueId id, std::size_t bytes) const;
  const std::shared_ptr<const SourceText>& source() const { return source_; }
  std::size_t values() const { return values_.size(); }

  // "'abc'", "a list", "a mapping", "nothing": for messages.
  std::string description(ValueId id) const;

 private:
  friend class DocumentBuilder;

  struct Value {
    // Of a scalar, where its text begins, in bytes of the source or of copies_; of a container, its
    // first child.
    std::uint32_t begin = kNoValue;
    std::uint32_t size = 0;  // bytes, items or pairs
    SourceMark mark;
    ValueId next = kNoValue;
    ValueKind kind = ValueKind::null;
    bool is_quoted = false;
    bool has_dollar = false;
    bool is_copied = false;  // its text does not stand in the source as it reads
  };

  bool is_container(ValueId id) const { return is_sequence(id) || is_mapping(id); }

  std::shared_ptr<const SourceText> source_;
  std::vector<Value> values_;  // the first is kNoValue
  std::string copies_;
  ValueId root_ = kNoValue;
};

}  // namespace graphrun
