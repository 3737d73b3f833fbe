#include "report/placement_lines.h"

#include "placement/node_order.h"
#include "report/device_lines.h"

namespace graphrun {

std::string placement_lines(const Graph& graph, const Placement& placement, Style style) {
  const std::vector<std::string> devices = device_names(placement.devices, device_spelling(style));
  const bool has_ops = style == Style::tf || style == Style::tf_0_12;
  constexpr std::size_t kUsualLine = 80;
  std::string lines;
  lines.reserve(graph.size() * kUsualLine);
  for (const NodeId id : ordered_nodes(graph, node_order(style))) {
    const Node& node = graph.node(id);
    lines += node.name;
    lines += ": ";
    if (has_ops) {
      lines += '(';
      lines += node.op->name;
      lines += "): ";
    }
    lines += devices[placement.nodes[id].device];
    lines += '\n';
  }
  return lines;
}

}  // namespace graphrun
