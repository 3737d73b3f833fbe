#include "report/html_text.h"

#include <algorithm>

namespace graphrun {
namespace {

bool goes_on(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; }

}  // namespace

std::string html_escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      default: escaped += c;
    }
  }
  return escaped;
}

std::string shortened(std::string_view text, std::size_t characters) {
  const auto whole =
      static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return !goes_on(c); }));
  if (whole <= characters) return std::string(text);
  std::size_t left = characters > 0 ? characters - 1 : 0;
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    if (goes_on(text[end])) continue;
    if (left == 0) break;
    --left;
  }
  return std::string(text.substr(0, end)) + (characters > 0 ? "…" : "");
}

}  // namespace graphrun
