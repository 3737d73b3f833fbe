#include "files/file_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

namespace graphrun {
namespace {

// How many bytes the UTF-8 character at the front has; 0 when it is none, or a control character.
std::size_t printable_bytes(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return lead >= 0x20 && lead != 0x7f ? 1 : 0;
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return 0;
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  // Spelled longer than need be; controls above ASCII; surrogates; beyond the last character.
  const bool is_bad = (lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xf0 && byte(1) < 0x90) ||
                      (lead == 0xc2 && byte(1) < 0xa0) || (lead == 0xed && byte(1) >= 0xa0) ||
                      (lead == 0xf4 && byte(1) >= 0x90);
  return is_bad ? 0 : bytes;
}

}  // namespace

Error cannot_read(std::string_view name, std::string_view reason) {
  return {ExitStatus::file, fmt::format("cannot read {}: {}", name, reason)};
}

Error cannot_write(std::string_view name, std::string_view reason) {
  return {ExitStatus::file, fmt::format("cannot write {}: {}", name, reason)};
}

std::string system_reason(int error_number) {
  return std::generic_category().message(error_number);
}

std::string quote(std::string_view text) {
  constexpr std::size_t kMostBytes = 60;
  std::string out = "'";
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t bytes = printable_bytes(text.substr(at));
    if (at + std::max<std::size_t>(bytes, 1) > kMostBytes) break;
    if (bytes == 0) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[at]));
      ++at;
    } else {
      out += text.substr(at, bytes);
      at += bytes;
    }
  }
  return out + (at < text.size() ? "...'" : "'");
}

std::string quote_path(std::string_view path) { return fmt::format("'{}'", path); }

}  // namespace graphrun
