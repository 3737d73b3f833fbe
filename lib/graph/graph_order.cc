#include "graph/graph_order.h"

#include <algorithm>
#include <functional>

namespace graphrun {
namespace {

constexpr std::uint32_t kTaken = 0xffffffffu;

}  // namespace

GraphOrder::GraphOrder(const Graph& graph) : graph_(graph), pending_(graph.size()) {
  for (NodeId id = 0; id < graph.size(); ++id) {
    pending_[id] = graph.node(id).inputs + graph.node(id).controls;
    if (pending_[id] == 0) ready_.push_back(id);  // ascending, so it is a heap
  }
}

NodeId GraphOrder::next() {
  if (ready_.empty()) return kNoNode;
  std::ranges::pop_heap(ready_, std::greater<>());
  const NodeId id = ready_.back();
  ready_.pop_back();
  pending_[id] = kTaken;
  for (const NodeId consumer : graph_.consumers(id)) {
    if (--pending_[consumer] > 0) continue;
    ready_.push_back(consumer);
    std::ranges::push_heap(ready_, std::greater<>());
  }
  return id;
}

std::vector<NodeId> GraphOrder::cycle() const {
  // A node that was not taken reads another that was not: going back along such inputs must come
  // round.
  const auto is_left = [&](NodeId id) { return pending_[id] != kTaken; };
  const auto step_back = [&](NodeId id) {
    const auto inputs = graph_.inputs(id);
    const auto input = std::ranges::find_if(inputs, is_left, &OutputRef::node);
    if (input != inputs.end()) return input->node;
    return *std::ranges::find_if(graph_.control_inputs(id), is_left);
  };
  NodeId at = 0;
  while (!is_left(at)) ++at;
  std::vector<bool> seen(graph_.size());
  std::vector<NodeId> path;
  for (; !seen[at]; at = step_back(at)) {
    seen[at] = true;
    path.push_back(at);
  }
  std::vector<NodeId> cycle(std::ranges::find(path, at), path.end());
  std::ranges::reverse(cycle);  // now each is read by the next
  std::rotate(cycle.begin(), std::ranges::min_element(cycle), cycle.end());
  cycle.push_back(cycle.front());
  return cycle;
}

}  // namespace graphrun
