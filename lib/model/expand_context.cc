#include "model/expand_context.h"

#include <fmt/format.h>

namespace graphrun {

void ExpandContext::make_room(std::uint64_t nodes, ValueId at) {
  const std::uint64_t size = builder.graph().size();
  if (nodes <= options.max_nodes && size <= options.max_nodes - nodes) return;
  reader.complain(at, fmt::format("the graph has more than {} nodes", options.max_nodes), "",
                  "--max-nodes allows more");
  reader.complaints().throw_if_any();
}

NodeId ExpandContext::add(const NodeDraft& draft) {
  evaluator.a_node_was_made();
  return builder.add(draft);
}

Reference ExpandContext::missing(ValueId at) {
  if (missing_ == kNoNode) {
    missing_ = builder.add_faulty("(a node that could not be made)", document.mark(at));
  }
  return {missing_, 0};
}

}  // namespace graphrun
