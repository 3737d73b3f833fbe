// The text of a file that was read, kept so that a place in it can be shown long after. A place is
// two numbers, since a graph has millions of them.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/complaint.h"

namespace graphrun {

// Counted from 0, in lines and bytes.
struct SourceMark {
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  friend auto operator<=>(const SourceMark&, const SourceMark&) = default;
};

class SourceText {
 public:
  SourceText() = default;
  SourceText(std::string file, std::string text) : file_(std::move(file)), text_(std::move(text)) {}

  const std::string& file() const { return file_; }
  const std::string& text() const { return text_; }

  // Finds the line by reading from the start: for messages, not for loops.
  FilePosition position(SourceMark mark) const;
  // `bytes` further into the line than `mark`, for a place within a scalar.
  FilePosition position(SourceMark mark, std::size_t bytes) const;

 private:
  std::string file_;
  std::string text_;
};

}  // namespace graphrun
