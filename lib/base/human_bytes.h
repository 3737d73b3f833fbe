// Amounts of memory, written and read as TensorFlow and people do.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace graphrun {

// "512B", "1.5KiB", "11.87GiB": one decimal for KiB, two from MiB on (core/lib/strings/numbers).
std::string human_bytes(std::uint64_t bytes);

// "4.6GiB", "256 MiB", "1024", "2GB" (powers of 1000 without the i); nullopt: not an amount.
std::optional<std::uint64_t> parse_bytes(std::string_view text);

}  // namespace graphrun
