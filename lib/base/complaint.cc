#include "base/complaint.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace graphrun {
namespace {

constexpr int kQuotedColumns = 160;  // a longer line is quoted around the caret

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

// The part of the line that is quoted, and the caret's column within it, from 1.
struct Excerpt {
  std::string text;
  int column;
};

Excerpt excerpt(const FilePosition& at) {
  const int first = at.column > kQuotedColumns * 3 / 4 ? at.column - kQuotedColumns / 2 : 1;
  Excerpt out{first > 1 ? "..." : "", at.column - first + 1 + (first > 1 ? 3 : 0)};
  int column = 0;
  for (const char c : at.line_text) {
    if (!continues_character(c)) ++column;
    if (column < first) continue;
    if (column >= first + kQuotedColumns) {
      out.text += "...";
      break;
    }
    const auto byte = static_cast<unsigned char>(c);
    // A tab would shift the caret; other control characters could disturb the terminal.
    out.text += byte < 0x20 || byte == 0x7f ? ' ' : c;
  }
  return out;
}

}  // namespace

std::string to_string(const Complaint& complaint) {
  const FilePosition& at = complaint.at;
  const Excerpt quoted = excerpt(at);
  const std::string number = fmt::to_string(at.line);
  const std::string margin(number.size() + 2, ' ');
  std::string text = fmt::format("{}:{}:{}: {}\n {} | {}\n{}| {:>{}}", at.file, at.line, at.column,
                                 complaint.what, number, quoted.text, margin, '^', quoted.column);
  if (!complaint.note.empty()) text += " " + complaint.note;
  if (!complaint.hint.empty()) text += "\n" + margin + "hint: " + complaint.hint;
  return text;
}

void Complaints::add(Complaint complaint) {
  // A loop meets the same fault at every turn.
  if (std::ranges::find(complaints_, complaint) != complaints_.end()) return;
  complaints_.push_back(std::move(complaint));
  if (complaints_.size() >= kMost) throw_if_any();
}

void Complaints::throw_if_any() {
  if (complaints_.empty()) return;
  std::ranges::stable_sort(complaints_, [](const Complaint& a, const Complaint& b) {
    return std::pair(a.at.line, a.at.column) < std::pair(b.at.line, b.at.column);
  });
  std::string text;
  for (const Complaint& complaint : complaints_) {
    if (!text.empty()) text += '\n';
    text += to_string(complaint);
  }
  if (complaints_.size() >= kMost) text += fmt::format("\nstopped after {} errors", kMost);
  throw Error(ExitStatus::invalid, text);
}

}  // namespace graphrun
