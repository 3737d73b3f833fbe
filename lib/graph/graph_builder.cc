#include "graph/graph_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cctype>
#include <queue>

#include "graph/shape_context.h"

namespace graphrun {
namespace {

// A node's type that is neither given nor inferred yet.
constexpr auto kOpenType = static_cast<DType>(kDTypes);

// A rule before anything runs: values are known where the input is a constant in the file.
class StaticShapes final : public ShapeContext {
 public:
  StaticShapes(const Graph& graph, NodeId id, std::span<const Shape* const> inputs,
               std::span<Shape* const> outputs)
      : ShapeContext(graph.attributes(id), inputs, outputs), graph_(graph), id_(id) {}

  std::optional<HostTensor> value(int i) const override {
    const OutputRef ref = graph_.inputs(id_)[static_cast<std::size_t>(i)];
    const AttributeValue* value = graph_.attributes(ref.node).find("value");
    if (value == nullptr || !graph_.node(ref.node).op->inputs.empty()) return std::nullopt;
    const auto* literal = std::get_if<TensorLiteral>(value);
    // A filled literal is not a list of extents or axes worth expanding here.
    if (literal == nullptr || !literal->file.empty()) return std::nullopt;
    if (literal->elements.elements() != literal->shape.elements()) return std::nullopt;
    return literal->elements.reshaped(literal->shape);
  }

 private:
  const Graph& graph_;
  NodeId id_;
};

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

int arg_of_input(const OpDef& op, std::size_t inputs, std::size_t i) {
  const auto args = op.inputs.size();
  for (std::size_t arg = 0; arg < args; ++arg) {
    if (!op.inputs[arg].is_list) continue;
    if (i < arg) break;
    const std::size_t in_list = inputs - (args - 1);
    return static_cast<int>(i < arg + in_list ? arg : i - in_list + 1);
  }
  return static_cast<int>(i);
}

GraphBuilder::GraphBuilder(std::shared_ptr<const SourceText> source) {
  graph_.source_ = std::move(source);
}

std::string GraphBuilder::unique_name(std::string_view base) {
  std::string key(base);
  std::ranges::transform(key, key.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::uint32_t& next = next_suffix_[key];
  std::string name(base);
  if (next == 0 && !graph_.names_.contains_ignoring_case(name)) {
    next = 1;
    return name;
  }
  if (next == 0) next = 1;
  const std::size_t stem = name.size() + 1;
  name += '_';
  do {
    name.resize(stem);
    fmt::format_to(std::back_inserter(name), "{}", next++);
  } while (graph_.names_.contains_ignoring_case(name));
  return name;
}

AttributesId GraphBuilder::share(Attributes attributes) {
  if (attributes.begin() == attributes.end()) return kNoAttributes;
  graph_.attributes_.push_back(std::move(attributes));
  return static_cast<AttributesId>(graph_.attributes_.size() - 1);
}

RequestId GraphBuilder::share(DeviceRequest request) {
  auto& requests = graph_.requests_;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (requests[i].spec == request.spec && requests[i].written == request.written) {
      return static_cast<RequestId>(i);
    }
  }
  requests.push_back(std::move(request));
  return static_cast<RequestId>(requests.size() - 1);
}

NodeId GraphBuilder::add(const NodeDraft& draft) {
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
  node.outputs = static_cast<std::uint32_t>(
      output_count(*draft.op, graph_.attributes_[draft.attributes], draft.inputs.size()));
  node.at = draft.at;
  node.device_at = draft.device_at;
  node.types.fill(kOpenType);
  for (std::size_t i = 0; i < draft.types.size(); ++i) {
    if (draft.types[i]) node.types[i] = *draft.types[i];
  }
  graph_.nodes_.push_back(node);
  graph_.outputs_.resize(graph_.outputs_.size() + node.outputs);
  state_.push_back(State::open);

  bool ready = true;
  for (const OutputRef input : draft.inputs) {
    if (input.node == kNoNode || !is_inferred(input.node)) ready = false;
  }
  for (const NodeId control : draft.controls) {
    if (control >= id) has_forward_inputs_ = true;
  }
  if (ready) infer(id);
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

NodeId GraphBuilder::add_faulty(std::string_view name, std::size_t outputs, SourceMark at) {
  static const OpDef kFaulty{.name = "(faulty)"};
  const NodeId id = add({.name = name, .op = &kFaulty, .at = at, .device_at = at});
  graph_.nodes_[id].outputs = static_cast<std::uint32_t>(outputs);
  graph_.outputs_.resize(graph_.outputs_.size() + outputs);
  state_[id] = State::faulty;
  return id;
}

std::vector<GraphFault> GraphBuilder::take_faults() { return std::exchange(faults_, {}); }

void GraphBuilder::fail(NodeId id, int input, std::string what, std::string note) {
  faults_.push_back({id, input, std::move(what), std::move(note)});
  state_[id] = State::faulty;
}

void GraphBuilder::infer(NodeId id) {
  // What reads a faulty node is not at fault for it, and is not looked at.
  for (const OutputRef input : graph_.inputs(id)) {
    if (state_[input.node] == State::faulty) state_[id] = State::faulty;
  }
  if (state_[id] == State::faulty) return;
  if (!infer_types(id)) return;
  infer_shapes(id);
  if (state_[id] == State::open) state_[id] = State::inferred;
}

bool GraphBuilder::infer_types(NodeId id) {
  Node& node = graph_.nodes_[id];
  const OpDef& op = *node.op;
  const auto inputs = graph_.inputs(id);
  constexpr DType kOpen = kOpenType;

  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const ArgDef& arg = op.inputs[static_cast<std::size_t>(arg_of_input(op, inputs.size(), i))];
    const Output& input = graph_.output(inputs[i]);
    if (arg.is_ref && !input.is_ref) {
      fail(id, static_cast<int>(i),
           fmt::format("input '{}' of {} must be a variable, but '{}' ({}) is not one", arg.name,
                       op.name, graph_.tensor_name(inputs[i]),
                       graph_.node(inputs[i].node).op->name));
      return false;
    }
    if (arg.kind == ArgDef::Kind::any) continue;
    if (arg.kind == ArgDef::Kind::fixed) {
      if (arg.dtype == input.dtype) continue;
      fail(id, static_cast<int>(i),
           fmt::format("input '{}' of {} must be {}, but '{}' is {}", arg.name, op.name,
                       name(arg.dtype), graph_.tensor_name(inputs[i]), name(input.dtype)));
      return false;
    }
    DType& type = node.types[static_cast<std::size_t>(arg.type_attribute)];
    if (type == kOpen) type = input.dtype;
    if (type == input.dtype) continue;
    fail(id, static_cast<int>(i),
         fmt::format("input '{}' of {} has type {} that does not match type {} of argument '{}'",
                     arg.name, op.name, name(input.dtype), name(type),
                     op.type_attributes[static_cast<std::size_t>(arg.type_attribute)].name),
         fmt::format("'{}' is {}", graph_.tensor_name(inputs[i]), name(input.dtype)));
    return false;
  }

  for (std::size_t t = 0; t < op.type_attributes.size(); ++t) {
    const TypeAttribute& attribute = op.type_attributes[t];
    if (node.types[t] == kOpen && attribute.otherwise) node.types[t] = *attribute.otherwise;
    if (node.types[t] == kOpen && !attribute.allowed.contains(kOpen)) {
      fail(id, -1, fmt::format("attribute '{}' of {} is missing", attribute.name, op.name),
           "such as dtype: float32");
      return false;
    }
    if (!attribute.allowed.contains(node.types[t])) {
      std::string allowed;
      for (const DType dtype : attribute.allowed.list()) {
        allowed += fmt::format("{}{}", allowed.empty() ? "" : ", ", name(dtype));
      }
      fail(id, -1,
           fmt::format("{} is not one of the types of {}'s attribute '{}'", name(node.types[t]),
                       op.name, attribute.name),
           "expected one of " + allowed);
      return false;
    }
  }

  std::uint32_t o = node.first_output;
  const std::uint32_t end = node.first_output + node.outputs;
  for (const ArgDef& arg : op.outputs) {
    const std::uint32_t last = arg.is_list ? end - (static_cast<std::uint32_t>(op.outputs.size()) - 1)
                                           : o + 1;
    for (; o < last; ++o) {
      Output& output = graph_.outputs_[o];
      output.is_ref = arg.is_ref;
      if (arg.kind == ArgDef::Kind::fixed) {
        output.dtype = arg.dtype;
      } else if (arg.kind == ArgDef::Kind::attribute) {
        output.dtype = node.types[static_cast<std::size_t>(arg.type_attribute)];
      } else {
        output.dtype = graph_.output(inputs[o - node.first_output]).dtype;
      }
    }
  }
  return true;
}

void GraphBuilder::infer_shapes(NodeId id) {
  const Node& node = graph_.nodes_[id];
  const auto inputs = graph_.inputs(id);
  constexpr std::size_t kFew = 8;
  std::array<const Shape*, kFew> few_inputs{};
  std::array<Shape*, kFew> few_outputs{};
  std::vector<const Shape*> many_inputs(inputs.size() > kFew ? inputs.size() : 0);
  std::vector<Shape*> many_outputs(node.outputs > kFew ? node.outputs : 0);
  const std::span<const Shape*> input_shapes(
      many_inputs.empty() ? few_inputs.data() : many_inputs.data(), inputs.size());
  const std::span<Shape*> output_shapes(
      many_outputs.empty() ? few_outputs.data() : many_outputs.data(), node.outputs);
  for (std::size_t i = 0; i < inputs.size(); ++i) input_shapes[i] = &graph_.output(inputs[i]).shape;
  for (std::size_t i = 0; i < node.outputs; ++i) {
    output_shapes[i] = &graph_.outputs_[node.first_output + i].shape;
    if (node.op->infer_shapes == nullptr) *output_shapes[i] = Shape::of_unknown_rank();
  }
  if (node.op->infer_shapes == nullptr) return;
  try {
    StaticShapes context(graph_, id, input_shapes, output_shapes);
    node.op->infer_shapes(context);
  } catch (const ShapeFault& fault) {
    std::string shapes;
    for (const Shape* shape : input_shapes) {
      shapes += (shapes.empty() ? "" : ", ") + to_string(*shape);
    }
    fail(id, -1,
         fmt::format("{} for '{}' (op: '{}') with input shapes: {}.", fault.what, node.name,
                     node.op->name, shapes));
  }
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
  auto& order = graph_.order_;
  order.reserve(nodes);
  if (!has_forward_inputs_) {
    for (NodeId id = 0; id < nodes; ++id) order.push_back(id);
    return {};
  }
  std::vector<std::uint32_t> pending(nodes);
  std::priority_queue<NodeId, std::vector<NodeId>, std::greater<>> ready;
  for (NodeId id = 0; id < nodes; ++id) {
    pending[id] = graph_.node(id).inputs + graph_.node(id).controls;
    if (pending[id] == 0) ready.push(id);
  }
  while (!ready.empty()) {
    const NodeId id = ready.top();
    ready.pop();
    order.push_back(id);
    if (state_[id] == State::open) infer(id);
    for (const NodeId consumer : graph_.consumers(id)) {
      if (--pending[consumer] == 0) ready.push(consumer);
    }
  }
  return order.size() == nodes ? std::vector<NodeId>{} : find_cycle();
}

std::vector<NodeId> GraphBuilder::find_cycle() const {
  // Every node that is not in the order reads another that is not: going back along such inputs
  // must come round.
  std::vector<bool> ordered(graph_.size());
  for (const NodeId id : graph_.order_) ordered[id] = true;
  const auto step_back = [&](NodeId id) {
    for (const OutputRef input : graph_.inputs(id)) {
      if (!ordered[input.node]) return input.node;
    }
    for (const NodeId control : graph_.control_inputs(id)) {
      if (!ordered[control]) return control;
    }
    return kNoNode;
  };
  NodeId at = 0;
  while (ordered[at]) ++at;
  std::vector<bool> seen(graph_.size());
  std::vector<NodeId> path;
  for (; !seen[at]; at = step_back(at)) {
    seen[at] = true;
    path.push_back(at);
  }
  std::vector<NodeId> cycle(std::ranges::find(path, at), path.end());
  cycle.push_back(at);
  std::ranges::reverse(cycle);  // now each is read by the next
  // Begin with the first in the file, so that the message does not depend on the search.
  cycle.pop_back();
  std::ranges::rotate(cycle, std::ranges::min_element(cycle));
  cycle.push_back(cycle.front());
  return cycle;
}

Graph GraphBuilder::finish() {
  assert(graph_.order_.size() == graph_.size());
  return std::move(graph_);
}

}  // namespace graphrun
