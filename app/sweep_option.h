// Parameters that take several values: --sweep size=512,1024,2048 --sweep n=1..10.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "runtime/bench_result.h"

namespace CLI {
class App;
}

namespace graphrun {

struct Sweep {
  std::string name;
  std::vector<std::string> values;

  friend bool operator==(const Sweep&, const Sweep&) = default;
};

// "n=1..3" is n=1,2,3; a comma within brackets is part of a value. Throws Error(usage).
Sweep parse_sweep(const std::string& text);

// Every combination of the sweeps' values; the last sweep's vary first. One without parameters
// where there are no sweeps. Throws Error(usage) when there are too many.
std::vector<std::vector<BenchParameter>> combinations(std::span<const Sweep> sweeps);

struct SweepOption {
  std::vector<std::string> texts;

  void add_to(CLI::App& command);
  // Throws Error(usage): as parse_sweep, and for a name that is swept twice.
  std::vector<Sweep> sweeps() const;
};

}  // namespace graphrun
