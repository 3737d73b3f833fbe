#include "model/input_constants.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/tensor_reader.h"

namespace graphrun {
namespace {

// The arguments that `references` inputs are for, in order, when those `given` as values are not
// among them: one each, and the rest for the argument that is a list.
std::vector<std::size_t> arguments_of(const OpDef& op,
                                      std::span<const NodeAttributes::InputValue> given,
                                      std::size_t references) {
  std::vector<std::size_t> args;
  for (std::size_t arg = 0; arg < op.inputs.size(); ++arg) {
    const auto is_it = [&](const auto& value) {
      return static_cast<std::size_t>(value.arg) == arg;
    };
    if (std::ranges::none_of(given, is_it)) args.push_back(arg);
  }
  const auto list =
      std::ranges::find_if(args, [&](std::size_t arg) { return op.inputs[arg].is_list; });
  if (list != args.end() && references > args.size()) {
    args.insert(list, references - args.size(), std::size_t{*list});
  }
  args.resize(references, op.inputs.size());  // too many: after all others, for their count to tell
  return args;
}

}  // namespace

bool InputConstants::add(std::span<const NodeAttributes::InputValue> given,
                         const SharedAttributes& attributes, PendingNode& node) {
  std::vector<Reference>& references = node.inputs.all;
  const std::vector<std::size_t> args = arguments_of(*node.op, given, references.size());
  inputs_.clear();
  for (std::size_t i = 0; i < args.size(); ++i) {
    inputs_.push_back({args[i], references[i], node.places[i]});
  }
  for (const auto& [arg, value] : given) {
    const ArgDef& def = node.op->inputs[static_cast<std::size_t>(arg)];
    const auto constant = make(def, value, wanted_type(def, attributes, node), node);
    if (!constant) return false;
    inputs_.push_back({static_cast<std::size_t>(arg), *constant, value});
  }
  std::ranges::stable_sort(inputs_, {}, &Input::arg);
  references.clear();
  node.places.clear();
  for (const Input& input : inputs_) {
    references.push_back(input.reference);
    node.places.push_back(input.place);
  }
  return true;
}

std::optional<Reference> InputConstants::make(const ArgDef& arg, ValueId value,
                                              std::optional<DType> dtype, const PendingNode& node) {
  const Document& document = context_.document;
  const bool is_empty = document.is_sequence(value) && document.size(value) == 0;
  if (!dtype && is_empty && arg.kind == ArgDef::Kind::attribute) {
    // Nothing says what an empty list holds but the op's own default: `axis: []` is of int32.
    const auto attribute = static_cast<std::size_t>(arg.type_attribute);
    dtype = node.op->type_attributes[attribute].otherwise;
  }
  auto literal = read_tensor(context_.evaluator, value, {.dtype = dtype}, context_.options.folder);
  if (!literal) return std::nullopt;
  context_.make_room(1, value);
  const std::optional<DType> type = literal->dtype;
  Attributes attributes;
  attributes.set("value", std::move(*literal));
  const std::string wanted = fmt::format("{}/{}", node.name, arg.name);
  const NodeId id = context_.add({.name = context_.builder.names().for_node(wanted),
                                  .op = context_.ops.find("Const"),
                                  .types = std::span(&type, 1),
                                  .attributes = context_.builder.share(std::move(attributes)),
                                  .request = node.request,
                                  .at = context_.document.mark(node.at),
                                  .device_at = node.device_at});
  return Reference{id, 0};
}

// Beside a float `x`, `y: 2` is a float, as TensorFlow converts it.
std::optional<DType> InputConstants::wanted_type(const ArgDef& arg,
                                                 const SharedAttributes& attributes,
                                                 const PendingNode& node) const {
  if (arg.kind == ArgDef::Kind::fixed) return arg.dtype;
  if (arg.kind == ArgDef::Kind::any) return std::nullopt;
  const auto& given = attributes.types[static_cast<std::size_t>(arg.type_attribute)];
  if (given) return given;
  for (const Input& input : inputs_) {
    const NodeId id = input.reference.node;
    if (id == kNoNode || !context_.builder.is_inferred(id) || context_.builder.is_faulty(id) ||
        input.reference.index >= context_.builder.graph().node(id).outputs ||
        input.arg >= node.op->inputs.size()) {
      continue;
    }
    const ArgDef& other = node.op->inputs[input.arg];
    if (other.kind == ArgDef::Kind::attribute && other.type_attribute == arg.type_attribute) {
      return context_.builder.graph().output(input.reference).dtype;
    }
  }
  return std::nullopt;
}

}  // namespace graphrun
