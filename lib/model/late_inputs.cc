#include "model/late_inputs.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/reference_faults.h"

namespace graphrun {

void LateInputs::note(NodeId node, const PendingNode& pending) {
  bool is_late = note(node, pending.inputs, Kind::input);
  is_late = note(node, pending.controls, Kind::control) || is_late;
  is_late = note(node, pending.partners, Kind::partner) || is_late;
  // One that lacks nothing may still wait for one that does.
  if (!is_late && context_.builder.is_inferred(node)) return;
  written_.push_back({node, pending.entry, places_.size(), pending.places.size()});
  places_.insert(places_.end(), pending.places.begin(), pending.places.end());
}

bool LateInputs::note(NodeId node, const Tensors& tensors, Kind kind) {
  const std::size_t before = uses_.size();
  for (std::uint32_t i = 0; i < tensors.all.size(); ++i) {
    if (tensors.all[i].node != kNoNode) continue;
    uses_.push_back({.node = node, .i = i, .reference = tensors.all[i], .kind = kind});
  }
  return uses_.size() > before;
}

void LateInputs::bind() {
  context_.references.bind_forwards();
  for (const Use& use : uses_) fill_in(use);
}

void LateInputs::fill_in(const Use& use) {
  const References::Forward& forward = context_.references.forward(use.reference);
  OutputRef output{forward.node, forward.output};
  if (output.node == kNoNode) output = context_.missing(forward.at);
  const Node& node = context_.builder.graph().node(use.node);
  switch (use.kind) {
    case Kind::control: context_.builder.set_control(use.node, use.i, output.node); return;
    case Kind::partner: context_.builder.set_partner(use.node, use.i, output.node); return;
    case Kind::input: break;
  }
  const int arg = arg_of_input(*node.op, node.inputs, use.i);
  output = context_.variables.wanted(output, node.op->inputs[static_cast<std::size_t>(arg)].is_ref);
  const Node& read = context_.builder.graph().node(output.node);
  if (output.index >= read.outputs) {
    context_.reader.complain(forward.at, no_output_to_read(read), "",
                             std::string(kControlInputHint));
    output = context_.missing(forward.at);
  }
  context_.builder.set_input(use.node, use.i, output);
}

const LateInputs::Written* LateInputs::find(NodeId node) const {
  const auto found = std::ranges::lower_bound(written_, node, {}, &Written::node);
  return found != written_.end() && found->node == node ? &*found : nullptr;
}

}  // namespace graphrun
