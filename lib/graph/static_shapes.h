// What a shape rule sees before anything runs: values are known where the input is a constant in
// the file.

#pragma once

#include "graph/graph.h"
#include "graph/shape_context.h"

namespace graphrun {

class StaticShapes final : public ShapeContext {
 public:
  StaticShapes(const Graph& graph, NodeId id, std::span<const Shape* const> inputs,
               std::span<Shape* const> outputs)
      : ShapeContext(graph.attributes(id), inputs, outputs), graph_(graph), id_(id) {}

  std::optional<HostTensor> value(int i) const override;

 private:
  const Graph& graph_;
  NodeId id_;
};

}  // namespace graphrun
