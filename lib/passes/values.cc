#include "passes/values.h"

#include <algorithm>

namespace graphrun {
namespace {

bool is_reference(const Output& output) { return output.is_ref || output.dtype == DType::resource; }

template <typename T>
std::vector<std::int64_t> widened(const HostTensor& tensor) {
  const auto from = tensor.as<T>();
  return {from.begin(), from.end()};
}

}  // namespace

const TensorLiteral* literal_of(const Graph& graph, NodeId id) {
  if (graph.node(id).op->name != "Const") return nullptr;
  const TensorLiteral& literal = graph.attributes(id).tensor("value");
  return literal.file.empty() ? &literal : nullptr;
}

std::optional<std::vector<std::int64_t>> constant_integers(const Graph& graph, OutputRef ref) {
  const TensorLiteral* literal = literal_of(graph, ref.node);
  if (literal == nullptr || literal->shape.elements() > Shape::kMaxRank ||
      literal->elements.elements() != literal->shape.elements()) {
    return std::nullopt;
  }
  switch (literal->dtype) {
    case DType::int32: return widened<std::int32_t>(literal->elements);
    case DType::int64: return widened<std::int64_t>(literal->elements);
    default: return std::nullopt;
  }
}

bool is_function(const Graph& graph, NodeId id) {
  return !graph.node(id).op->is_stateful && graph.control_inputs(id).empty() &&
         std::ranges::none_of(graph.outputs(id), is_reference) &&
         std::ranges::none_of(graph.inputs(id),
                              [&](OutputRef input) { return is_reference(graph.output(input)); });
}

std::vector<bool> nodes_waited_for(const Graph& graph) {
  std::vector<bool> waited_for(graph.size());
  for (NodeId id = 0; id < graph.size(); ++id) {
    for (const NodeId control : graph.control_inputs(id)) waited_for[control] = true;
  }
  return waited_for;
}

}  // namespace graphrun
