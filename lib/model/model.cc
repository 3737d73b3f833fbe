#include "model/model.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/closest_match.h"
#include "model/reference.h"

namespace graphrun {
namespace {

// "Did you mean" looks at no more nodes than this.
constexpr std::size_t kMostOffered = 10'000;

[[noreturn]] void complain_of_unknown(const Model& model, std::string_view name) {
  std::vector<std::string_view> known;
  for (const auto& [label, tensors] : model.labels) known.push_back(label);
  const auto& names = model.graph.names().all();
  const auto offered = static_cast<std::ptrdiff_t>(std::min(names.size(), kMostOffered));
  known.insert(known.end(), names.begin(), names.begin() + offered);
  throw LookupFault{fmt::format("there is no node or label '{}'", name),
                    did_you_mean(name, known)};
}

}  // namespace

std::vector<Fetch> find_fetch(const Model& model, const std::string& name) {
  const Graph& graph = model.graph;
  const Spelling spelling = parse_reference(name);
  std::vector<OutputRef> tensors;
  const auto label = model.labels.find(spelling.name);
  if (label != model.labels.end()) {
    tensors = label->second;
  } else {
    const NodeId node = graph.find(spelling.name);
    if (node == kNoNode) complain_of_unknown(model, spelling.name);
    tensors.push_back({node, 0});
  }
  if (spelling.has_output && label != model.labels.end() && tensors.size() > 1) {
    if (spelling.output >= tensors.size()) {
      throw LookupFault{fmt::format("list '{}' has {} tensors, no '{}'", spelling.name,
                                    tensors.size(), name),
                        ""};
    }
    tensors = {tensors[spelling.output]};
  } else if (spelling.has_output) {
    tensors.front().index = spelling.output;
  }

  std::vector<Fetch> fetches;
  for (const OutputRef tensor : tensors) {
    const Node& node = graph.node(tensor.node);
    if (tensor.index >= node.outputs && tensor.index > 0) {
      throw LookupFault{fmt::format("'{}' ({}) has {} output{}, no '{}'", node.name, node.op->name,
                                    node.outputs, node.outputs == 1 ? "" : "s", name),
                        ""};
    }
    fetches.push_back({.name = tensors.size() == 1 ? name : graph.tensor_name(tensor),
                       .output = tensor,
                       .has_value = node.outputs > 0});
  }
  return fetches;
}

}  // namespace graphrun
