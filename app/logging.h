// The log: what the program tells of its work, on standard error or in a file.

#pragma once

#include <string>

namespace CLI {
class App;
}

namespace graphrun {

struct LoggingOption {
  int verbosity = 0;  // -v: what is done; -v -v: more
  bool quiet = false;
  std::string file;
  std::string color = "auto";

  void add_to(CLI::App& command);
  // Sets up spdlog's default logger. Throws Error(file) when the log file cannot be written.
  void apply() const;
};

}  // namespace graphrun
