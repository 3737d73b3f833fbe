#include "runtime/run_work.h"

#include <algorithm>
#include <optional>
#include <set>

#include "graph/work.h"

namespace graphrun {
namespace {

// nullopt: its shape is open.
std::optional<WorkTensor> work_tensor(const Graph& graph, const FedShapes& shapes,
                                      OutputRef tensor) {
  const Shape& shape = shapes.of(tensor);
  if (!shape.is_complete() || !shape.checked_elements()) return std::nullopt;
  return WorkTensor{graph.output(tensor).dtype, shape};
}

std::optional<Work> work_of_node(const Graph& graph, const FedShapes& shapes, NodeId id) {
  const Node& node = graph.node(id);
  if (node.op->work == nullptr) return std::nullopt;
  std::vector<WorkTensor> inputs;
  std::vector<WorkTensor> outputs;
  for (const OutputRef input : graph.inputs(id)) {
    const auto tensor = work_tensor(graph, shapes, input);
    if (!tensor) return std::nullopt;
    inputs.push_back(*tensor);
  }
  for (std::uint32_t i = 0; i < node.outputs; ++i) {
    const auto tensor = work_tensor(graph, shapes, {id, i});
    if (!tensor) return std::nullopt;
    outputs.push_back(*tensor);
  }
  Work work = node.op->work(WorkContext(graph.attributes(id), inputs, outputs));
  const auto is_floating = [](const WorkTensor& tensor) { return is_floating_point(tensor.dtype); };
  if (std::ranges::none_of(inputs, is_floating) && std::ranges::none_of(outputs, is_floating)) {
    work.operations = 0;
  }
  return work;
}

}  // namespace

RunWork run_work(const Graph& graph, const Plan& plan, const FedShapes& shapes) {
  RunWork all;
  std::set<std::string> unknown_ops;
  for (const Step& step : plan.steps) {
    if (step.is_copy) continue;
    ++all.nodes;
    const auto work = work_of_node(graph, shapes, step.node);
    if (work) {
      all.operations += work->operations;
      all.bytes += work->bytes;
    } else {
      ++all.unknown_nodes;
      unknown_ops.insert(graph.node(step.node).op->name);
    }
  }
  all.unknown_ops.assign(unknown_ops.begin(), unknown_ops.end());
  return all;
}

std::vector<CopyRoute> copy_routes(const Graph& graph, const Placement& placement, const Plan& plan,
                                   const FedShapes& shapes) {
  std::vector<CopyRoute> routes;
  const auto end = [&](SpaceId space) {
    return CopyRoute::End{placement.devices[plan.spaces[space].device], plan.spaces[space].is_host};
  };
  for (const Step& step : plan.steps) {
    if (!step.is_copy) continue;
    const Slot& source = plan.slots[plan.inputs_of(step).front()];
    const CopyRoute::End from = end(source.space);
    const CopyRoute::End to = end(plan.slots[step.first_output].space);
    auto route = std::ranges::find_if(
        routes, [&](const CopyRoute& known) { return known.from == from && known.to == to; });
    if (route == routes.end()) {
      routes.push_back({.from = from, .to = to});
      route = routes.end() - 1;
    }
    ++route->copies;
    const auto tensor = work_tensor(graph, shapes, source.tensor);
    if (tensor && !is_string(tensor->dtype)) {
      route->bytes += tensor->bytes();
    } else {
      ++route->unknown_copies;
    }
  }
  return routes;
}

}  // namespace graphrun
