// The shapes of a plan's tensors once those that are fed are there: what was open before the run is
// inferred from them, as far as values need not be computed for it.

#pragma once

#include <map>
#include <span>

#include "base/host_tensor.h"
#include "graph/graph.h"
#include "runtime/plan.h"

namespace graphrun {

class TensorShapes {
 public:
  // `fed` is by plan.fed. The graph must outlive it.
  TensorShapes(const Graph& graph, const Plan& plan, std::span<const HostTensor> fed);

  // May still be open: where it depends on what the run computes.
  const Shape& of(OutputRef tensor) const;

 private:
  void infer(NodeId id);

  const Graph& graph_;
  std::map<OutputRef, Shape> found_;  // those that the graph leaves open
};

}  // namespace graphrun
