// Rows under headings, as people read them and as Markdown has them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace graphrun {

enum class TableStyle : std::uint8_t { text, markdown };

struct Table {
  std::vector<std::string> headings;
  std::vector<std::vector<std::string>> rows;  // each as long as the headings
  std::size_t names = 0;  // the first columns, which hold names and begin at the left
};

// Columns are as wide as their widest cell; two spaces part them in text, bars in Markdown.
std::string table_text(const Table& table, TableStyle style);

}  // namespace graphrun
