#include "passes/pruning.h"

#include <fmt/format.h>

#include <unordered_map>
#include <utility>
#include <vector>

#include "passes/rewrite.h"

namespace graphrun {
namespace {

std::vector<bool> needed_by_fetches(const Program& program) {
  const Graph& graph = program.graph;
  std::unordered_map<NodeId, NodeId> assign_of;  // by variable
  for (const Initializer& initializer : program.initializers) {
    assign_of.emplace(initializer.variable, initializer.assign);
  }
  std::vector<bool> needed(graph.size());
  std::vector<NodeId> open;
  const auto need = [&](NodeId id) {
    if (needed[id]) return;
    needed[id] = true;
    open.push_back(id);
  };
  for (const Fetch& fetch : program.fetches) need(fetch.output.node);
  while (!open.empty()) {
    const NodeId id = open.back();
    open.pop_back();
    for (const OutputRef input : graph.inputs(id)) need(input.node);
    for (const NodeId control : graph.control_inputs(id)) need(control);
    const auto assign = assign_of.find(id);
    if (assign != assign_of.end()) need(assign->second);
  }
  return needed;
}

}  // namespace

Program prune(Program program, const PassContext&, PassReport& report) {
  const std::vector<bool> needed = needed_by_fetches(program);
  Rewrite rewrite(std::move(program));
  std::size_t dropped = 0;
  for (NodeId id = 0; id < needed.size(); ++id) {
    if (needed[id]) continue;
    rewrite.drop(id);
    ++dropped;
  }
  report.sentence = fmt::format("left out {} of {} nodes", dropped, needed.size());
  return rewrite.finish(report);
}

}  // namespace graphrun
