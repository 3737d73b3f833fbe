// What a run is asked for.

#pragma once

#include <string>

#include "graph/graph.h"

namespace graphrun {

// A tensor to compute, or an op without outputs to run, which prints as None.
struct Fetch {
  std::string name;  // as it was asked for
  OutputRef output;
  bool has_value = true;
};

// Sets a variable to its initial value, once, before the first run that needs it.
struct Initializer {
  NodeId variable = kNoNode;
  NodeId assign = kNoNode;
};

}  // namespace graphrun
