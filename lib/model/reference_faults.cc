#include "model/reference_faults.h"

#include <fmt/format.h>

#include <algorithm>

namespace graphrun {

std::string no_such_output(const Node& node, std::uint32_t output) {
  return fmt::format("'{}' ({}) has {} output{}, no '{}:{}'", node.name, node.op->name,
                     node.outputs, node.outputs == 1 ? "" : "s", node.name, output);
}

std::string no_such_tensor(const Spelling& spelling, std::size_t tensors) {
  return fmt::format("list '{0}' holds {1} tensor{2}, no '{0}:{3}'", spelling.name, tensors,
                     tensors == 1 ? "" : "s", spelling.output);
}

std::string no_output_to_read(const Node& node) {
  return fmt::format("'{}' ({}) has no output to read", node.name, node.op->name);
}

std::vector<std::string_view> known_names(const Labels& labels, const Graph& graph) {
  constexpr std::size_t kMost = 10'000;
  std::vector<std::string_view> known;
  for (const auto* names : {&labels.names(), &graph.names().all()}) {
    const std::size_t size = std::min(names->size(), kMost);
    known.insert(known.end(), names->begin(), names->begin() + static_cast<std::ptrdiff_t>(size));
  }
  return known;
}

}  // namespace graphrun
