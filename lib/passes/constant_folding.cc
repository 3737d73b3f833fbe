#include "passes/constant_folding.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "passes/evaluation.h"
#include "passes/rewrite.h"
#include "passes/values.h"
#include "runtime/literal.h"

namespace graphrun {
namespace {

class Folding {
 public:
  Folding(Program program, const PassContext& context)
      : rewrite_(std::move(program)),
        context_(context),
        constant_(context.ops.find("Const")),
        value_of_(graph().size(), kNone) {}

  Program run(PassReport& report) {
    if (constant_ != nullptr) {
      for (const NodeId id : graph().order()) fold(id);
      for (Value& value : values_) make_constant(value);
    }
    report.sentence = fmt::format("computed {} of {} nodes", computed_, graph().size());
    return rewrite_.finish(report);
  }

 private:
  // In value_of_: its value is not known, and it is a constant as it stands.
  static constexpr std::uint32_t kNone = 0xffffffffu;
  static constexpr std::uint32_t kLiteral = 0xfffffffeu;

  // Of a node that was computed, kept while it has readers that were not.
  struct Value {
    NodeId node = kNoNode;
    HostTensor elements;
    std::size_t readers = 0;
  };

  const Graph& graph() const { return rewrite_.graph(); }

  void fold(NodeId id) {
    if (const TensorLiteral* literal = literal_of(graph(), id)) {
      note_constant(id, *literal);
    } else if (can_be_computed(id)) {
      compute(id);
    }
  }

  void note_constant(NodeId id, const TensorLiteral& literal) {
    const auto elements = literal.shape.checked_elements();
    if (is_string(literal.dtype) || !elements ||
        static_cast<std::size_t>(*elements) > kMostFoldedBytes / bytes_per_element(literal.dtype)) {
      return;
    }
    value_of_[id] = kLiteral;
  }

  HostTensor value_of(NodeId id) const {
    const std::uint32_t at = value_of_[id];
    return at == kLiteral ? elements_of(*literal_of(graph(), id)) : values_[at].elements;
  }

  bool can_be_computed(NodeId id) const {
    const Node& node = graph().node(id);
    if (node.inputs == 0 || node.outputs != 1 || !is_function(graph(), id)) return false;
    if (graph().consumers(id).empty() && !rewrite_.is_fetched(id)) return false;  // nobody asks
    if (!std::ranges::all_of(graph().inputs(id),
                             [&](OutputRef input) { return value_of_[input.node] != kNone; })) {
      return false;
    }
    const Output& output = graph().output({id, 0});
    const DeviceIndex device = rewrite_.program().placement.nodes[id].device;
    const DeviceType type = rewrite_.program().placement.devices[device].type;
    return !is_string(output.dtype) && node.op->declared_in.empty() &&
           context_.devices.devices[device]->kernels() == DeviceType::cpu &&
           find_kernel(*node.op, type, node.types) != nullptr &&
           find_kernel(*constant_, type, constant_types(output.dtype)) != nullptr;
  }

  void compute(NodeId id) {
    inputs_.clear();
    rewrite_.count_edges(graph().inputs(id).size());
    for (const OutputRef input : graph().inputs(id)) {
      inputs_.push_back(value_of(input.node));
    }
    auto outputs =
        evaluate(graph(), id, inputs_, *context_.devices.devices.front(), kMostFoldedBytes);
    if (!outputs || made_bytes_ + outputs->front().bytes() > kMostFoldedBytesTogether) return;
    made_bytes_ += outputs->front().bytes();
    value_of_[id] = static_cast<std::uint32_t>(values_.size());
    const std::size_t readers = graph().consumers(id).size() + (rewrite_.is_fetched(id) ? 1 : 0);
    values_.push_back({id, std::move(outputs->front()), readers});
    ++computed_;
    for (const OutputRef input : graph().inputs(id)) let_go(value_of_[input.node]);
  }

  // One reader less; what has none left need not be kept.
  void let_go(std::uint32_t at) {
    if (at == kLiteral) return;
    Value& value = values_[at];
    if (--value.readers > 0) return;
    made_bytes_ -= value.elements.bytes();
    value.elements = HostTensor();
  }

  void make_constant(Value& value) {
    if (value.readers == 0) return;
    const Output& output = graph().output({value.node, 0});
    TensorLiteral literal{.dtype = output.dtype, .shape = value.elements.shape()};
    literal.elements = std::move(value.elements);
    const Shape shape = literal.shape;
    Attributes attributes;
    attributes.set("value", std::move(literal));
    rewrite_.replace(value.node, {.op = constant_,
                                  .types = constant_types(output.dtype),
                                  .attributes = rewrite_.share(std::move(attributes)),
                                  .outputs = {{.dtype = output.dtype, .shape = shape}}});
  }

  static TypeValues constant_types(DType dtype) {
    TypeValues types{};
    types[0] = dtype;
    return types;
  }

  Rewrite rewrite_;
  const PassContext& context_;
  const OpDef* constant_;
  std::vector<std::uint32_t> value_of_;  // by NodeId, into values_
  std::vector<Value> values_;
  std::vector<HostTensor> inputs_;  // of the node that is computed
  std::size_t made_bytes_ = 0;
  std::size_t computed_ = 0;
};

}  // namespace

Program fold_constants(Program program, const PassContext& context, PassReport& report) {
  return Folding(std::move(program), context).run(report);
}

}  // namespace graphrun
