#include "placement/node_order.h"

#include <algorithm>

namespace graphrun {
namespace {

std::vector<NodeId> stack_order(const Graph& graph) {
  const auto nodes = static_cast<NodeId>(graph.size());
  std::vector<std::uint32_t> pending(nodes);
  std::vector<NodeId> ready;
  for (NodeId id = 0; id < nodes; ++id) {
    pending[id] = graph.node(id).inputs + graph.node(id).controls;
    if (pending[id] == 0) ready.push_back(id);
  }
  std::vector<NodeId> order;
  order.reserve(nodes);
  while (!ready.empty()) {
    const NodeId id = ready.back();
    ready.pop_back();
    order.push_back(id);
    for (const NodeId consumer : graph.consumers(id)) {
      if (--pending[consumer] == 0) ready.push_back(consumer);
    }
  }
  return order;
}

}  // namespace

bool is_source(const Graph& graph, NodeId id) {
  const Node& node = graph.node(id);
  return node.inputs == 0 && node.outputs == 1 && !graph.outputs(id)[0].is_ref;
}

std::vector<NodeId> imported_nodes(const Graph& graph, NodeOrder order) {
  if (order != NodeOrder::release_1_15) return stack_order(graph);
  return {graph.order().begin(), graph.order().end()};
}

std::vector<NodeId> ordered_nodes(const Graph& graph, NodeOrder order) {
  std::vector<NodeId> nodes = imported_nodes(graph, order);
  const auto is_placed_first = [&](NodeId id) {
    switch (order) {
      case NodeOrder::guide: return true;
      case NodeOrder::release_0_12:
        // A node that nothing reads has one edge too, to the graph's sink.
        return !is_source(graph, id) || graph.consumers(id).size() > 1;
      case NodeOrder::release_1_15: return !is_source(graph, id);
    }
    return true;
  };
  std::stable_partition(nodes.begin(), nodes.end(), is_placed_first);
  return nodes;
}

}  // namespace graphrun
