#include "model/identifier.h"

#include <fmt/format.h>

#include <algorithm>

namespace graphrun {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_word(char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; }

}  // namespace

bool expect_identifier(DocumentReader& reader, ValueId at, std::string_view what) {
  const std::string_view text = reader.document().text(at);
  if (!text.empty() && is_letter(text.front()) && std::ranges::all_of(text, is_word)) return true;
  reader.complain(at, fmt::format("'{}' is not {}", text, what),
                  "a letter, then letters, digits and '_'");
  return false;
}

}  // namespace graphrun
