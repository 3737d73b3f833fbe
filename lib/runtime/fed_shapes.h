// The shapes that tensors will have in a run, as far as they can be told before it: what the graph
// leaves open is worked out from the shapes of the feeds.

#pragma once

#include <map>
#include <optional>
#include <span>

#include "base/host_tensor.h"
#include "graph/feed.h"
#include "graph/graph.h"
#include "runtime/plan.h"

namespace graphrun {

class FedShapes {
 public:
  // `graph` must outlive it. Of feeds that are files, the headers are read.
  // Throws Error(file, invalid) as feed_shape does.
  FedShapes(const Graph& graph, std::span<const Feed> feeds);
  // The same once the feeds are there: `fed` is by plan.fed.
  FedShapes(const Graph& graph, const Plan& plan, std::span<const HostTensor> fed);

  const Shape& of(OutputRef tensor) const;
  // nullopt: it is known only when the graph runs, or does not fit.
  std::optional<std::size_t> bytes(OutputRef tensor) const;

 private:
  bool is_open(OutputRef tensor) const { return !graph_.output(tensor).shape.is_complete(); }
  void infer_open_shapes();
  void infer(NodeId id);

  const Graph& graph_;
  std::map<OutputRef, Shape> shapes_;  // of tensors that the graph alone says less of
};

}  // namespace graphrun
