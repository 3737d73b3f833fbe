// Which passes rewrite the placed graph before it runs: --no-pass, --print-after, --reassociate.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/placed_model.h"
#include "passes/run_passes.h"

namespace CLI {
class App;
}

namespace graphrun {

struct PassOption {
  std::vector<std::string> off;          // names; "all"
  std::vector<std::string> print_after;  // names
  bool reassociate = false;

  void add_to(CLI::App& command);

  // The program that computes `fetches`, with the passes applied; what was asked for is written to
  // standard error. Moves graph, placement, feeds and initialisers out of `placed`, whose ops the
  // program's nodes still point to. Throws Error(usage) for a pass that there is not.
  PassedProgram apply(PlacedModel& placed, std::span<const Fetch> fetches,
                      const Devices& devices) const;
};

}  // namespace graphrun
