#include "model/model.h"

#include <fmt/format.h>

#include "base/closest_match.h"
#include "files/file_error.h"
#include "model/reference.h"
#include "model/reference_faults.h"

namespace graphrun {
namespace {

[[noreturn]] void complain_of_unknown(const Model& model, std::string_view name) {
  throw LookupFault{fmt::format("there is no node or label {}", quote(name)),
                    did_you_mean(name, known_names(model.labels, model.graph))};
}

// The tensors that a name stands for, as a reference would.
std::vector<OutputRef> tensors_of(const Model& model, const Spelling& spelling) {
  const auto label = model.labels.find(spelling.name);
  if (!label) {
    const NodeId node = model.graph.find(spelling.name);
    if (node == kNoNode) complain_of_unknown(model, spelling.name);
    return {{node, spelling.output}};
  }
  if (!spelling.has_output) return {label->tensors.begin(), label->tensors.end()};
  if (!label->is_list) return {{label->tensors.front().node, spelling.output}};
  if (spelling.output >= label->tensors.size()) {
    throw LookupFault{no_such_tensor(spelling, label->tensors.size()), ""};
  }
  return {label->tensors[spelling.output]};
}

}  // namespace

std::vector<Fetch> find_fetch(const Model& model, const std::string& name) {
  const Spelling spelling = parse_reference(name);
  if (spelling.is_control) complain_of_unknown(model, name);
  const std::vector<OutputRef> tensors = tensors_of(model, spelling);
  std::vector<Fetch> fetches;
  for (const OutputRef tensor : tensors) {
    const Node& node = model.graph.node(tensor.node);
    if (tensor.index >= node.outputs && tensor.index > 0) {
      throw LookupFault{no_such_output(node, tensor.index), ""};
    }
    fetches.push_back({.name = tensors.size() == 1 ? name : model.graph.tensor_name(tensor),
                       .output = tensor,
                       .has_value = node.outputs > 0});
  }
  return fetches;
}

}  // namespace graphrun
