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
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace graphrun
