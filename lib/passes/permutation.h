// The order of axes that a Transpose asks for.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "graph/graph.h"

namespace graphrun {

// By axis of the result, the axis of the input that it is. nullopt: `id` is no Transpose, or its
// order or the input's rank is known only while the graph runs.
std::optional<std::vector<std::int64_t>> permutation_of(const Graph& graph, NodeId id);

// Whether only the last two axes change places. REQUIRES: a permutation.
bool swaps_last_two(const std::vector<std::int64_t>& permutation);

}  // namespace graphrun
