#include "model/reference.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace graphrun {

Spelling parse_reference(std::string_view text) {
  Spelling spelling;
  if (text.starts_with('^')) {
    spelling.is_control = true;
    text.remove_prefix(1);
  }
  const std::size_t colon = text.rfind(':');
  if (colon != std::string_view::npos) {
    const std::string_view digits = text.substr(colon + 1);
    const char* end = digits.data() + digits.size();
    const auto [stop, status] = std::from_chars(digits.data(), end, spelling.output);
    if (status == std::errc() && stop == end) {
      spelling.has_output = true;
      text = text.substr(0, colon);
    }
  }
  spelling.name = text;
  return spelling;
}

bool is_node_name(std::string_view name) {
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  return !name.empty() && (is_word(name.front()) || name.front() == '.') &&
         std::ranges::all_of(name, [&](char c) {
           return is_word(c) || c == '_' || c == '.' || c == '-' || c == '/';
         });
}

}  // namespace graphrun
