#include "graph/graph_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "graph/graph_order.h"
#include "graph/static_shapes.h"

namespace graphrun {
namespace {

// Outputs that a faulty node is taken to have, so that what reads one of them is not at fault too.
constexpr std::size_t kFaultyOutputs = 16;

}  // namespace

std::size_t output_count(const OpDef& op, const Attributes& attributes, std::size_t inputs) {
  std::size_t count = 0;
  for (const ArgDef& arg : op.outputs) {
    if (!arg.is_list) {
      ++count;
    } else if (arg.count_attribute.empty()) {
      count += inputs;
    } else {
      count += static_cast<std::size_t>(
          std::max<std::int64_t>(0, attributes.integer(arg.count_attribute)));
    }
  }
  return count;
}

GraphBuilder::GraphBuilder(std::shared_ptr<const SourceText> source) {
  graph_.source_ = std::move(source);
}

AttributesId GraphBuilder::share(Attributes attributes) {
  if (attributes.begin() == attributes.end()) return kNoAttributes;
  graph_.attributes_.push_back(std::move(attributes));
  return static_cast<AttributesId>(graph_.attributes_.size() - 1);
}

RequestId GraphBuilder::share(DeviceRequest request) {
  graph_.requests_.push_back(std::move(request));
  return static_cast<RequestId>(graph_.requests_.size() - 1);
}

void GraphBuilder::take_tables(Graph& from) {
  graph_.attributes_ = std::move(from.attributes_);
  graph_.requests_ = std::move(from.requests_);
  graph_.nodes_.reserve(from.nodes_.size());
  graph_.inputs_.reserve(from.inputs_.size());
  graph_.outputs_.reserve(from.outputs_.size());
}

NodeId GraphBuilder::append(const NodeDraft& draft, std::size_t outputs) {
  const auto id = static_cast<NodeId>(graph_.nodes_.size());
  const auto append = [](auto& all, const auto& some) {
    const auto first = static_cast<std::uint32_t>(all.size());
    all.insert(all.end(), some.begin(), some.end());
    return first;
  };
  Node node;
  node.name = graph_.names_.add(draft.name);
  node.op = draft.op;
  node.attributes = draft.attributes;
  node.request = draft.request;
  node.first_input = append(graph_.inputs_, draft.inputs);
  node.inputs = static_cast<std::uint32_t>(draft.inputs.size());
  node.first_control = append(graph_.controls_, draft.controls);
  node.controls = static_cast<std::uint32_t>(draft.controls.size());
  node.first_partner = append(graph_.partners_, draft.partners);
  node.partners = static_cast<std::uint32_t>(draft.partners.size());
  node.first_output = static_cast<std::uint32_t>(graph_.outputs_.size());
  node.outputs = static_cast<std::uint32_t>(outputs);
  node.at = draft.at;
  node.device_at = draft.device_at;
  node.types.fill(kOpenType);
  graph_.nodes_.push_back(node);
  state_.push_back(State::open);
  return id;
}

NodeId GraphBuilder::add(const NodeDraft& draft) {
  const NodeId id = append(
      draft, output_count(*draft.op, graph_.attributes_[draft.attributes], draft.inputs.size()));
  Node& node = graph_.nodes_[id];
  for (std::size_t i = 0; i < draft.types.size(); ++i) {
    if (draft.types[i]) node.types[i] = *draft.types[i];
  }
  graph_.outputs_.resize(graph_.outputs_.size() + node.outputs);

  const bool is_ready = std::ranges::all_of(draft.inputs, [&](const OutputRef input) {
    return input.node != kNoNode && is_inferred(input.node);
  });
  if (is_ready) infer(id);
  return id;
}

NodeId GraphBuilder::add_known(const NodeDraft& draft, const TypeValues& types,
                               std::span<const Output> outputs) {
  const NodeId id = append(draft, outputs.size());
  graph_.nodes_[id].types = types;
  graph_.outputs_.insert(graph_.outputs_.end(), outputs.begin(), outputs.end());
  state_[id] = State::inferred;
  return id;
}

void GraphBuilder::set_input(NodeId node, std::size_t i, OutputRef input) {
  graph_.inputs_[graph_.nodes_[node].first_input + i] = input;
  has_forward_inputs_ = true;
}

void GraphBuilder::set_control(NodeId node, std::size_t i, NodeId control) {
  graph_.controls_[graph_.nodes_[node].first_control + i] = control;
  has_forward_inputs_ = true;
}

void GraphBuilder::set_partner(NodeId node, std::size_t i, NodeId partner) {
  graph_.partners_[graph_.nodes_[node].first_partner + i] = partner;
}

NodeId GraphBuilder::add_faulty(std::string_view name, SourceMark at) {
  static const OpDef kFaulty{.name = "(faulty)"};
  const NodeId id = add({.name = name, .op = &kFaulty, .at = at, .device_at = at});
  graph_.nodes_[id].outputs = kFaultyOutputs;
  graph_.outputs_.resize(graph_.outputs_.size() + kFaultyOutputs);
  state_[id] = State::faulty;
  return id;
}

std::vector<GraphFault> GraphBuilder::take_faults() { return std::exchange(faults_, {}); }

void GraphBuilder::infer(NodeId id) {
  // What reads a faulty node is not at fault for it, and is not looked at.
  const bool is_well_fed = std::ranges::none_of(
      graph_.inputs(id), [&](const OutputRef input) { return is_faulty(input.node); });
  const bool is_well = is_well_fed && infer_types(id) && infer_shapes(id);
  state_[id] = is_well ? State::inferred : State::faulty;
}

bool GraphBuilder::infer_types(NodeId id) {
  Node& node = graph_.nodes_[id];
  input_outputs_.clear();
  for (const OutputRef input : graph_.inputs(id)) input_outputs_.push_back(&graph_.output(input));
  const std::span<Output> outputs(graph_.outputs_.data() + node.first_output, node.outputs);
  auto fault = graphrun::infer_types(*node.op, input_outputs_, node.types, outputs);
  if (fault) {
    faults_.push_back({id, fault->input, std::move(fault->what), std::move(fault->note),
                       std::move(fault->attribute)});
  }
  return !fault;
}

bool GraphBuilder::infer_shapes(NodeId id) {
  const Node& node = graph_.nodes_[id];
  output_shapes_.clear();
  for (std::size_t i = 0; i < node.outputs; ++i) {
    output_shapes_.push_back(&graph_.outputs_[node.first_output + i].shape);
  }
  if (node.op->infer_shapes == nullptr) {
    for (Shape* shape : output_shapes_) *shape = Shape::of_unknown_rank();
    return true;
  }
  input_shapes_.clear();
  for (const OutputRef input : graph_.inputs(id)) {
    input_shapes_.push_back(&graph_.output(input).shape);
  }
  try {
    StaticShapes context(graph_, id, input_shapes_, output_shapes_);
    node.op->infer_shapes(context);
  } catch (const ShapeFault& fault) {
    std::string shapes;
    for (const Shape* shape : input_shapes_) {
      shapes += (shapes.empty() ? "" : ", ") + to_string(*shape);
    }
    faults_.push_back({id, -1,
                       fmt::format("{} for '{}' (op: '{}') with input shapes: {}.", fault.what,
                                   node.name, node.op->name, shapes),
                       "", ""});
    return false;
  }
  return true;
}

void GraphBuilder::index_consumers() {
  const std::size_t nodes = graph_.size();
  auto& offsets = graph_.consumer_offsets_;
  offsets.assign(nodes + 1, 0);
  for (const OutputRef input : graph_.inputs_) ++offsets[input.node + 1];
  for (const NodeId control : graph_.controls_) ++offsets[control + 1];
  for (std::size_t i = 0; i < nodes; ++i) offsets[i + 1] += offsets[i];
  graph_.consumers_.resize(graph_.inputs_.size() + graph_.controls_.size());
  std::vector<std::uint32_t> next(offsets.begin(), offsets.end() - 1);
  for (NodeId id = 0; id < nodes; ++id) {
    for (const OutputRef input : graph_.inputs(id)) graph_.consumers_[next[input.node]++] = id;
    for (const NodeId control : graph_.control_inputs(id)) graph_.consumers_[next[control]++] = id;
  }
}

std::vector<NodeId> GraphBuilder::close() {
  index_consumers();
  const auto nodes = static_cast<NodeId>(graph_.size());
  std::vector<NodeId>& order = graph_.order_;
  order.reserve(nodes);
  if (!has_forward_inputs_) {  // the file's order will do, and nothing is open
    for (NodeId id = 0; id < nodes; ++id) order.push_back(id);
    return {};
  }
  GraphOrder taken(graph_);
  for (NodeId id = taken.next(); id != kNoNode; id = taken.next()) {
    order.push_back(id);
    if (state_[id] == State::open) infer(id);
  }
  return order.size() == nodes ? std::vector<NodeId>{} : taken.cycle();
}

Graph GraphBuilder::finish() {
  assert(graph_.order_.size() == graph_.size());
  return std::move(graph_);
}

}  // namespace graphrun
