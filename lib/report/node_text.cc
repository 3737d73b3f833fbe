#include "report/node_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "report/attribute_text.h"

namespace graphrun {
namespace {

using NamedText = std::pair<std::string, std::string>;

void add_types(const Node& node, std::vector<NamedText>& all) {
  for (std::size_t i = 0; i < node.op->type_attributes.size(); ++i) {
    all.emplace_back(node.op->type_attributes[i].name, enum_name(node.types[i]));
  }
}

// The number of tensors in a list of one type. (A list of any types has no number in TensorFlow,
// but the list of its types.)
void add_list_length(const Node& node, std::vector<NamedText>& all) {
  const auto& args = node.op->inputs;
  const auto list = std::ranges::find_if(args, &ArgDef::is_list);
  if (list == args.end() || list->kind == ArgDef::Kind::any) return;
  const std::string name = list->count_attribute.empty() ? "N" : list->count_attribute;
  if (std::ranges::find(all, name, &NamedText::first) != all.end()) return;
  all.emplace_back(name, fmt::to_string(node.inputs - (args.size() - 1)));
}

void add_partners(const Graph& graph, NodeId id, std::vector<NamedText>& all) {
  std::vector<std::string_view> names;
  for (const NodeId partner : graph.colocated_with(id)) names.push_back(graph.node(partner).name);
  if (names.empty()) return;
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::string text;
  for (const std::string_view name : names) {
    text += fmt::format("{}\"loc:@{}\"", text.empty() ? "" : ", ", name);
  }
  all.emplace_back("_class", "[" + text + "]");
}

}  // namespace

std::string node_attributes_text(const Graph& graph, NodeId id, Style style) {
  const Node& node = graph.node(id);
  std::vector<NamedText> all;
  add_types(node, all);
  for (const auto& [name, value] : graph.attributes(id)) {
    const AttributeDef* def = node.op->attribute(name);
    if (def == nullptr || !def->file_only) all.emplace_back(name, attribute_text(value, style));
  }
  add_list_length(node, all);
  add_partners(graph, id, all);
  std::ranges::sort(all);
  std::string text;
  for (const auto& [name, value] : all) {
    if (!text.empty()) text += ", ";
    text += name;
    text += '=';
    text += value;
  }
  return text;
}

std::string requested_text(const Graph& graph, NodeId id, Style style) {
  const DeviceRequest& request = graph.request(id);
  return style == Style::guide ? request.written : to_string(request.spec);
}

std::string node_text(const Graph& graph, NodeId id, Style style) {
  const Node& node = graph.node(id);
  std::string attributes = node_attributes_text(graph, id, style);
  if (const std::string device = requested_text(graph, id, style); !device.empty()) {
    attributes += fmt::format("{}_device=\"{}\"", attributes.empty() ? "" : ", ", device);
  }
  std::string inputs;
  for (const OutputRef input : graph.inputs(id)) {
    inputs += (inputs.empty() ? "" : ", ") + graph.tensor_name(input);
  }
  for (const NodeId control : graph.control_inputs(id)) {
    inputs += fmt::format("{}^{}", inputs.empty() ? "" : ", ", graph.node(control).name);
  }
  return fmt::format("{} = {}[{}]({})", node.name, node.op->name, attributes, inputs);
}

}  // namespace graphrun
