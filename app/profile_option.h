// What is kept of where a run's time went: --profile, --top, --trace, --report.

#pragma once

#include <cstddef>
#include <string>

#include "report/profiled_run.h"

namespace CLI {
class App;
}

namespace graphrun {

struct ProfileOption {
  bool profile = false;  // as text, on standard error
  std::size_t top = 10;
  std::string trace;   // a file
  std::string report;  // a file

  void add_to(CLI::App& command);

  // Whether a run must be recorded for it.
  bool is_wanted() const { return profile || !trace.empty() || !report.empty(); }

  // Throws Error(file).
  void show(const ProfiledRun& run) const;
};

}  // namespace graphrun
