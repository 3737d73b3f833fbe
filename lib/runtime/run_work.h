// What one run of a plan has to do: operations and bytes of its nodes, and the copies between
// memories.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "placement/placement.h"
#include "runtime/fed_shapes.h"
#include "runtime/plan.h"

namespace graphrun {

struct RunWork {
  double operations = 0;  // on floating-point numbers
  double bytes = 0;       // read and written by nodes; copies between memories are apart
  std::size_t nodes = 0;
  // Nodes whose op does not say what there is to do, or whose shapes are open: theirs is missing
  // from the sums.
  std::size_t unknown_nodes = 0;
  std::vector<std::string> unknown_ops;  // theirs, by name, each once
};

RunWork run_work(const Graph& graph, const Plan& plan, const FedShapes& shapes);

// Copies of a run that go the same way.
struct CopyRoute {
  struct End {
    DeviceName device;
    bool is_host = true;  // the memory of the host that the device belongs to

    friend auto operator<=>(const End&, const End&) = default;
  };

  End from;
  End to;
  std::size_t copies = 0;
  std::size_t unknown_copies = 0;  // of these, whose size is open: texts, shapes found in the run
  double bytes = 0;                // of the others
};

// In the order of the plan's first copy of each route.
std::vector<CopyRoute> copy_routes(const Graph& graph, const Placement& placement, const Plan& plan,
                                   const FedShapes& shapes);

}  // namespace graphrun
