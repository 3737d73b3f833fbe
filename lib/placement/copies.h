// The tensors that a placement makes it necessary to bring from one device to another.

#pragma once

#include <vector>

#include "graph/graph.h"
#include "placement/placement.h"

namespace graphrun {

struct TensorCopy {
  OutputRef tensor;
  DeviceIndex from = 0;
  DeviceIndex to = 0;

  friend auto operator<=>(const TensorCopy&, const TensorCopy&) = default;
};

// One for each tensor and each other device where it is read: by the tensor, in the order of the
// file, then by the device. A variable's reference that is read elsewhere is a copy as well; a
// control input brings no tensor.
std::vector<TensorCopy> copies(const Graph& graph, const Placement& placement);

}  // namespace graphrun
