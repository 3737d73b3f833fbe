// Text as one string: graph files in, drawings and reports out.

#pragma once

#include <string>
#include <string_view>

namespace graphrun {

// Of a regular file of at most 1 GiB; "-" is standard input. Throws Error(file).
std::string read_text_file(const std::string& path);

// As OutputFile writes; "-" is standard output. Throws Error(file).
void write_text_file(const std::string& path, std::string_view text);

}  // namespace graphrun
