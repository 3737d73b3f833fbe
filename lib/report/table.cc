#include "report/table.h"

#include <fmt/format.h>

#include <algorithm>

namespace graphrun {
namespace {

// Of UTF-8: bytes that go on with a character are not counted.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

std::string escaped(const std::string& cell, TableStyle style) {
  if (style == TableStyle::text) return cell;
  std::string text;
  for (const char c : cell) text += c == '|' ? std::string("\\|") : std::string(1, c);
  return text;
}

std::string line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths,
                 std::size_t names, TableStyle style) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string cell = escaped(cells[i], style);
    const std::string blanks(widths[i] - width(cell), ' ');
    const std::string padded = i < names ? cell + blanks : blanks + cell;
    if (style == TableStyle::markdown) {
      line += "| " + padded + " ";
    } else {
      line += (i == 0 ? "" : "  ") + padded;
    }
  }
  if (style == TableStyle::markdown) return line + "|\n";
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string rule(const std::vector<std::size_t>& widths, std::size_t names) {
  std::string line;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    line += i < names ? "| " + std::string(widths[i], '-') + " "
                      : "| " + std::string(widths[i] - 1, '-') + ": ";
  }
  return line + "|\n";
}

}  // namespace

std::string table_text(const Table& table, TableStyle style) {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < table.headings.size(); ++i) {
    std::size_t widest = std::max<std::size_t>(width(escaped(table.headings[i], style)), 3);
    for (const auto& row : table.rows) {
      widest = std::max(widest, width(escaped(row[i], style)));
    }
    widths.push_back(widest);
  }
  std::string text = line(table.headings, widths, table.names, style);
  if (style == TableStyle::markdown) text += rule(widths, table.names);
  for (const auto& row : table.rows) text += line(row, widths, table.names, style);
  return text;
}

}  // namespace graphrun
