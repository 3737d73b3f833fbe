#include "model/composite_maker.h"

#include <fmt/format.h>

namespace graphrun {

CompositeMaker::CompositeMaker(ExpandContext& context, const PendingNode& node,
                               const SharedAttributes& attributes)
    : context_(context), node_(node), attributes_(attributes) {
  for (const Reference& control : node.controls.all) controls_.push_back(control.node);
  for (const Reference& partner : node.partners.all) partners_.push_back(partner.node);
}

const Attributes& CompositeMaker::attributes() const {
  return context_.builder.attributes(attributes_.id);
}

std::optional<DType> CompositeMaker::dtype() const {
  return attributes_.types.empty() ? std::nullopt : attributes_.types.front();
}

OutputRef CompositeMaker::add(const NodeOf& node) {
  const OpDef* op = context_.ops.find(node.op);
  if (context_.builder.graph().find(node.name) != kNoNode) {
    throw CompositeFault{fmt::format("duplicate node name '{}'", node.name), ""};
  }
  context_.make_room(1, node_.at);
  std::vector<NodeId> partners = partners_;
  partners.insert(partners.end(), node.colocated_with.begin(), node.colocated_with.end());
  Attributes attributes = node.attributes;
  for (const AttributeDef& def : op->attributes) {
    if (attributes.find(def.name) == nullptr && def.otherwise) {
      attributes.set(def.name, *def.otherwise);
    }
  }
  const NodeId id =
      context_.add({.name = node.name,
                    .op = op,
                    .inputs = node.inputs,
                    .controls = controls_,
                    .partners = partners,
                    .types = std::span(&node.dtype, op->type_attributes.empty() ? 0 : 1),
                    .attributes = context_.builder.share(std::move(attributes)),
                    .request = node_.request,
                    .at = context_.document.mark(node_.at),
                    .device_at = node_.device_at});
  return {id, 0};
}

}  // namespace graphrun
