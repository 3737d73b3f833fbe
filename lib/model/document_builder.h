// Makes a Document of a file's values, one after another, and sees to it that nothing in them can
// harm whoever reads it: keys are text and differ, aliases end, and depth and size have limits.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/complaint.h"
#include "model/document.h"
#include "model/yaml_fault.h"

namespace graphrun {

// The name of a value for aliases, as a number from 1.
using AnchorId = std::size_t;
inline constexpr AnchorId kNoAnchor = 0;

class DocumentBuilder {
 public:
  // A file of more values is not read: they take the memory of a graph of a million nodes.
  static constexpr std::uint32_t kMostValues = 12'000'000;
  // What reads a document calls itself for each level.
  static constexpr std::uint32_t kDeepest = 500;
  static constexpr std::string_view kTooDeep = "values are nested too deeply";

  DocumentBuilder(Document& document, Complaints& complaints);

  // Where a value begins: line and column, and bytes from the beginning of the file.
  struct Place {
    SourceMark mark;
    std::size_t offset = 0;
  };

  // `tag` is "" or "?" where the value is plain, "!" where it is quoted, else what was written.
  void add_null(const Place& place, AnchorId anchor);
  void add_scalar(const Place& place, const std::string& tag, AnchorId anchor,
                  std::string_view text);
  void add_alias(const Place& place, AnchorId anchor);
  void open(ValueKind kind, const Place& place, const std::string& tag, AnchorId anchor);
  void close();

  // Of the value that came last.
  SourceMark last_mark() const { return document_.values_.back().mark; }

  // How far the file was read; `offset` and `at` are the caller's to set.
  YamlProgress progress() const;

  // Complains of a text that the end of the file ends, as yaml-cpp does not always.
  void check_last_text();

  // These end the reading: throw Error(invalid) with what was complained of before, too.
  [[noreturn]] void fail(SourceMark at, std::string what, std::string note = {},
                         std::string hint = {});

 private:
  // What came of a value: how many values it is and how deep they nest, aliases followed.
  struct Extent {
    std::uint64_t values = 1;
    std::uint32_t depth = 1;
  };
  struct Container {
    ValueId id = kNoValue;
    ValueId last = kNoValue;
    std::uint32_t children = 0;
    Extent extent;
    AnchorId anchor = kNoAnchor;
    std::size_t offset = 0;  // in bytes, where it begins
  };
  struct Anchored {
    ValueId id = kNoValue;
    Extent extent;
  };

  ValueId add(const Place& place, ValueKind kind);
  std::optional<SourceMark> place_of_nothing(const Place& place) const;
  void finish(ValueId id, AnchorId anchor, Extent extent);
  void check_keys(ValueId mapping);
  void check_tag(ValueId id, const std::string& tag);
  void complain(ValueId at, std::string what, std::string note = {}, std::string hint = {});

  Document& document_;
  Complaints& complaints_;
  std::vector<Container> open_;
  std::unordered_map<AnchorId, Anchored> anchors_;
  std::uint64_t aliased_values_ = 0;
  Place last_;                 // of the value that came last
  std::size_t last_size_ = 0;  // in bytes, of its text
};

}  // namespace graphrun
