#include "runtime/fed_shapes.h"

#include <algorithm>
#include <vector>

#include "graph/static_shapes.h"
#include "runtime/feed_values.h"

namespace graphrun {

FedShapes::FedShapes(const Graph& graph, std::span<const Feed> feeds) : graph_(graph) {
  for (const Feed& feed : feeds) {
    const OutputRef tensor{feed.placeholder, 0};
    if (is_open(tensor)) shapes_[tensor] = feed_shape(graph, feed);
  }
  infer_open_shapes();
}

FedShapes::FedShapes(const Graph& graph, const Plan& plan, std::span<const HostTensor> fed)
    : graph_(graph) {
  for (std::size_t i = 0; i < plan.fed.size(); ++i) {
    const OutputRef tensor{plan.fed[i].placeholder, 0};
    if (is_open(tensor)) shapes_[tensor] = fed[i].shape();
  }
  infer_open_shapes();
}

void FedShapes::infer_open_shapes() {
  if (shapes_.empty()) return;
  const auto is_incomplete = [](const Output& output) { return !output.shape.is_complete(); };
  for (const NodeId id : graph_.order()) {
    if (graph_.inputs(id).empty() || graph_.node(id).op->infer_shapes == nullptr) continue;
    if (std::ranges::any_of(graph_.outputs(id), is_incomplete)) infer(id);
  }
}

void FedShapes::infer(NodeId id) {
  std::vector<const Shape*> inputs;
  inputs.reserve(graph_.inputs(id).size());
  for (const OutputRef input : graph_.inputs(id)) inputs.push_back(&of(input));
  std::vector<Shape> shapes;
  shapes.reserve(graph_.outputs(id).size());
  for (const Output& output : graph_.outputs(id)) shapes.push_back(output.shape);
  std::vector<Shape*> outputs;
  outputs.reserve(shapes.size());
  for (Shape& shape : shapes) outputs.push_back(&shape);
  try {
    StaticShapes context(graph_, id, inputs, outputs);
    graph_.node(id).op->infer_shapes(context);
  } catch (const ShapeFault&) {
    return;  // the run says so, with the values it has then
  }
  for (std::uint32_t i = 0; i < shapes.size(); ++i) shapes_[{id, i}] = shapes[i];
}

const Shape& FedShapes::of(OutputRef tensor) const {
  const auto found = shapes_.find(tensor);
  return found == shapes_.end() ? graph_.output(tensor).shape : found->second;
}

std::optional<std::size_t> FedShapes::bytes(OutputRef tensor) const {
  const Shape& shape = of(tensor);
  if (!shape.is_complete()) return std::nullopt;
  const auto elements = shape.checked_elements();
  const std::size_t each = bytes_per_element(graph_.output(tensor).dtype);
  std::size_t bytes = 0;
  if (!elements || __builtin_mul_overflow(static_cast<std::size_t>(*elements), each, &bytes)) {
    return std::nullopt;
  }
  return bytes;
}

}  // namespace graphrun
