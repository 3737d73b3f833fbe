// How long a benchmark measures, how it is printed, and what it is compared with.

#pragma once

#include <optional>
#include <string>

#include "runtime/timed_runs.h"

namespace CLI {
class App;
}

namespace graphrun {

struct BenchOption {
  std::optional<int> warmup;
  std::optional<int> runs;
  std::optional<double> min_seconds;
  bool peak = false;
  std::string format = "text";
  std::string save_baseline;  // a file; empty: none
  std::string baseline;       // likewise
  std::string fail_on_regression;

  void add_to(CLI::App& command);

  // Runs that are asked for are taken exactly; a time alone may end after one run.
  RunBudget budget() const;
  // "5%" is 0.05; nullopt: none was given. Throws Error(usage).
  std::optional<double> regression_threshold() const;
};

}  // namespace graphrun
