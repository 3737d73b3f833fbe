#include "placement/references.h"

#include <algorithm>

#include "graph/graph_builder.h"

namespace graphrun {
namespace {

bool is_reference(const Output& output) { return output.is_ref || output.dtype == DType::resource; }

// `arg` as an input of a node with these types.
bool takes_reference(const ArgDef& arg, const TypeValues& types) {
  switch (arg.kind) {
    case ArgDef::Kind::fixed: return arg.is_ref || arg.dtype == DType::resource;
    case ArgDef::Kind::attribute:
      return arg.is_ref || types[static_cast<std::size_t>(arg.type_attribute)] == DType::resource;
    case ArgDef::Kind::any: return false;
  }
  return false;
}

}  // namespace

bool is_variable(const Graph& graph, NodeId id) {
  const Node& node = graph.node(id);
  return node.inputs == 0 && node.outputs == 1 && is_reference(graph.outputs(id)[0]);
}

bool is_reference_input(const Graph& graph, NodeId id, std::size_t i) {
  const Node& node = graph.node(id);
  const auto arg = static_cast<std::size_t>(arg_of_input(*node.op, node.inputs, i));
  return takes_reference(node.op->inputs[arg], node.types);
}

bool may_have_reference_inputs(const Graph& graph, NodeId id) {
  const Node& node = graph.node(id);
  return std::ranges::any_of(node.op->inputs,
                             [&](const ArgDef& arg) { return takes_reference(arg, node.types); });
}

bool has_reference_outputs(const Graph& graph, NodeId id) {
  return std::ranges::any_of(graph.outputs(id), is_reference);
}

}  // namespace graphrun
