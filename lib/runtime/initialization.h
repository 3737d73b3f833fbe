// Which variables a run must initialise first, and in what order.

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "graph/fetch.h"
#include "graph/graph.h"

namespace graphrun {

// Variables that can be initialised in one run.
struct InitializationRound {
  std::vector<std::size_t> initializers;  // by position among all
  std::vector<Fetch> fetches;             // their assignments
};

// In rounds, since a variable whose initial value is computed from another one comes after that
// one. Of variables that the fetches need, or that the initial values of those need; but for those
// that are initialised. `is_initialized` is by position in `initializers`.
std::vector<InitializationRound> initialization_rounds(const Graph& graph,
                                                       std::span<const Initializer> initializers,
                                                       const std::vector<bool>& is_initialized,
                                                       std::span<const Fetch> fetches);

}  // namespace graphrun
