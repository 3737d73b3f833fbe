#include "model/reference.h"

#include <algorithm>
#include <charconv>

namespace graphrun {
namespace {

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_name_part(char c) {
  return is_letter_or_digit(c) || c == '_' || c == '.' || c == '-' || c == '/';
}

bool is_ascii(char c) { return (static_cast<unsigned char>(c) & 0x80U) == 0; }

}  // namespace

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
  return !name.empty() && (is_letter_or_digit(name.front()) || name.front() == '.') &&
         name.back() != '/' && std::ranges::all_of(name, is_name_part);
}

bool is_label(std::string_view name) {
  return !name.empty() &&
         std::ranges::all_of(name, [](char c) { return is_name_part(c) || !is_ascii(c); });
}

}  // namespace graphrun
