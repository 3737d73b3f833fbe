// Text as UTF-8.

#pragma once

#include <cstddef>
#include <string_view>

namespace graphrun {

// The offset of the first byte that is not part of valid UTF-8 (RFC 3629); npos: all is valid.
std::size_t first_invalid_utf8(std::string_view text);

}  // namespace graphrun
