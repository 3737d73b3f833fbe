#include "runtime/tensor_shapes.h"

#include <algorithm>
#include <vector>

#include "graph/static_shapes.h"

namespace graphrun {

TensorShapes::TensorShapes(const Graph& graph, const Plan& plan, std::span<const HostTensor> fed)
    : graph_(graph) {
  for (std::size_t i = 0; i < plan.fed.size(); ++i) {
    const OutputRef tensor{plan.fed[i].placeholder, 0};
    if (!graph.output(tensor).shape.is_complete()) found_[tensor] = fed[i].shape();
  }
  if (found_.empty()) return;
  for (const Step& step : plan.steps) {
    const bool is_open = std::ranges::any_of(
        graph.outputs(step.node), [](const Output& output) { return !output.shape.is_complete(); });
    if (!step.is_copy && is_open) infer(step.node);
  }
}

const Shape& TensorShapes::of(OutputRef tensor) const {
  const auto found = found_.find(tensor);
  return found != found_.end() ? found->second : graph_.output(tensor).shape;
}

void TensorShapes::infer(NodeId id) {
  const Node& node = graph_.node(id);
  if (node.op->infer_shapes == nullptr) return;
  std::vector<const Shape*> inputs;
  for (const OutputRef input : graph_.inputs(id)) inputs.push_back(&of(input));
  std::vector<Shape> shapes(node.outputs, Shape::of_unknown_rank());
  std::vector<Shape*> outputs;
  outputs.reserve(shapes.size());
  for (Shape& shape : shapes) outputs.push_back(&shape);
  try {
    StaticShapes context(graph_, id, inputs, outputs);
    node.op->infer_shapes(context);
  } catch (const ShapeFault&) {
    return;  // the run says so, with the node at fault
  }
  for (std::uint32_t i = 0; i < node.outputs; ++i) {
    if (!graph_.output({id, i}).shape.is_complete()) found_[{id, i}] = shapes[i];
  }
}

}  // namespace graphrun
