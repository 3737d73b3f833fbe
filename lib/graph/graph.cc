#include "graph/graph.h"

#include <fmt/format.h>

namespace graphrun {

Graph::Graph() : attributes_(1), requests_(1), source_(std::make_shared<SourceText>()) {}

std::string Graph::tensor_name(OutputRef ref) const {
  const std::string_view name = node(ref.node).name;
  return ref.index == 0 ? std::string(name) : fmt::format("{}:{}", name, ref.index);
}

}  // namespace graphrun
