#include "placement/copies.h"

#include <algorithm>

namespace graphrun {

std::vector<TensorCopy> copies(const Graph& graph, const Placement& placement) {
  std::vector<TensorCopy> found;
  for (NodeId id = 0; id < graph.size(); ++id) {
    const DeviceIndex to = placement.nodes[id].device;
    for (const OutputRef input : graph.inputs(id)) {
      const DeviceIndex from = placement.nodes[input.node].device;
      if (from != to) found.push_back({input, from, to});
    }
  }
  std::ranges::sort(found);
  const auto repeated = std::ranges::unique(found);
  found.erase(repeated.begin(), repeated.end());
  return found;
}

}  // namespace graphrun
