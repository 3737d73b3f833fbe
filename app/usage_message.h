// What is said of a command line that is wrong.

#pragma once

#include <string>

namespace CLI {
class App;
class Error;
}  // namespace CLI

namespace graphrun {

// With a newline. `cli` is the program's, and has parsed.
std::string usage_message(const CLI::App* cli, const CLI::Error& problem);

}  // namespace graphrun
