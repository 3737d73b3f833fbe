// Where the tests find their data and the program.

#pragma once

#include <string>
#include <string_view>

namespace graphrun {

std::string in_project(std::string_view path);  // "tests/ops" as a path that can be opened
std::string program();                          // the built graphrun

}  // namespace graphrun
