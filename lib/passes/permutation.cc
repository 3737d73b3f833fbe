#include "passes/permutation.h"

#include <algorithm>

#include "passes/values.h"

namespace graphrun {

std::optional<std::vector<std::int64_t>> permutation_of(const Graph& graph, NodeId id) {
  if (graph.node(id).op->name != "Transpose") return std::nullopt;
  const Shape& shape = graph.output(graph.inputs(id)[0]).shape;
  auto permutation = constant_integers(graph, graph.inputs(id)[1]);
  if (!permutation || !shape.has_rank() ||
      permutation->size() != static_cast<std::size_t>(shape.rank())) {
    return std::nullopt;
  }
  std::vector<std::int64_t> sorted = *permutation;
  std::ranges::sort(sorted);
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (sorted[i] != static_cast<std::int64_t>(i)) return std::nullopt;
  }
  return permutation;
}

bool swaps_last_two(const std::vector<std::int64_t>& permutation) {
  const std::size_t rank = permutation.size();
  if (rank < 2) return false;
  for (std::size_t i = 0; i + 2 < rank; ++i) {
    if (permutation[i] != static_cast<std::int64_t>(i)) return false;
  }
  return permutation[rank - 2] == static_cast<std::int64_t>(rank) - 1;
}

}  // namespace graphrun
