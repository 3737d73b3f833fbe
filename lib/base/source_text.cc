#include "base/source_text.h"

#include <algorithm>
#include <string_view>

namespace graphrun {

FilePosition SourceText::position(SourceMark mark) const { return position(mark, 0); }

FilePosition SourceText::position(SourceMark mark, std::size_t bytes) const {
  std::size_t begin = 0;
  for (std::uint32_t line = 0; line < mark.line; ++line) {
    const std::size_t newline = text_.find('\n', begin);
    if (newline == std::string::npos) break;
    begin = newline + 1;
  }
  std::size_t end = std::min(text_.find('\n', begin), text_.size());
  if (end > begin && text_[end - 1] == '\r') --end;
  const std::string line_text = text_.substr(begin, end - begin);
  // People count characters: a byte that continues one in UTF-8 is not another.
  const std::string_view before = std::string_view(line_text).substr(0, mark.column + bytes);
  const auto characters = std::ranges::count_if(
      before, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
  return {file_, static_cast<int>(mark.line) + 1, static_cast<int>(characters) + 1, line_text};
}

}  // namespace graphrun
