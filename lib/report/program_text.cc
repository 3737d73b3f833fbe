#include "report/program_text.h"

#include <fmt/format.h>

#include "report/attribute_text.h"

namespace graphrun {
namespace {

constexpr Style kStyle = Style::tf;

// Those that are not as they would be if nothing were said.
std::string attributes(const Graph& graph, NodeId id) {
  std::string text;
  for (const auto& [name, value] : graph.attributes(id)) {
    const AttributeDef* def = graph.node(id).op->attribute(name);
    if (def != nullptr && def->file_only) continue;
    const std::string said = attribute_text(value, kStyle);
    if (def != nullptr && def->otherwise && attribute_text(*def->otherwise, kStyle) == said) {
      continue;
    }
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", name, said);
  }
  return text.empty() ? text : "[" + text + "]";
}

std::string inputs(const Graph& graph, NodeId id) {
  std::string text;
  for (const OutputRef input : graph.inputs(id)) {
    text += (text.empty() ? "" : ", ") + graph.tensor_name(input);
  }
  for (const NodeId control : graph.control_inputs(id)) {
    text += fmt::format("{}^{}", text.empty() ? "" : ", ", graph.node(control).name);
  }
  return text;
}

std::string outputs(const Graph& graph, NodeId id) {
  std::string text;
  for (const Output& output : graph.outputs(id)) {
    text += fmt::format("{}{}{} {}", text.empty() ? " : " : ", ", output.is_ref ? "ref " : "",
                        name(output.dtype), to_string(output.shape));
  }
  return text;
}

// "/gpu:0"; in full where it is not of the client's own task.
std::string device(const DeviceName& name) {
  if (name != DeviceName{.type = name.type, .id = name.id}) return to_string(name);
  return fmt::format("/{}:{}", name.type == DeviceType::gpu ? "gpu" : "cpu", name.id);
}

}  // namespace

std::string program_text(const Graph& graph, const Placement& placement) {
  std::string lines;
  for (const NodeId id : graph.order()) {
    const Node& node = graph.node(id);
    lines += fmt::format("{} = {}{}({}){} on {}\n", node.name, node.op->name, attributes(graph, id),
                         inputs(graph, id), outputs(graph, id), device(placement.device_of(id)));
  }
  return lines;
}

}  // namespace graphrun
