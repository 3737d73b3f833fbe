// Text as a page of HTML takes it.

#pragma once

#include <string>
#include <string_view>

namespace graphrun {

// For content and for attributes in double quotes.
std::string html_escaped(std::string_view text);

// At most `characters` of it, the last being "…" where something is missing. Of UTF-8.
std::string shortened(std::string_view text, std::size_t characters);

}  // namespace graphrun
