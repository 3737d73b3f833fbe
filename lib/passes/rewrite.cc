#include "passes/rewrite.h"

#include <fmt/format.h>

#include <cassert>
#include <utility>

#include "graph/graph_builder.h"

namespace graphrun {

Rewrite::Rewrite(Program program)
    : program_(std::move(program)),
      is_fetched_(program_.graph.size()),
      is_of_initializer_(program_.graph.size()) {
  for (const Fetch& fetch : program_.fetches) is_fetched_[fetch.output.node] = true;
  for (const Initializer& initializer : program_.initializers) {
    is_of_initializer_[initializer.variable] = true;
    is_of_initializer_[initializer.assign] = true;
  }
}

void Rewrite::redirect(OutputRef from, OutputRef to) {
  if (redirects_.empty()) {
    std::size_t outputs = 0;
    for (NodeId id = 0; id < graph().size(); ++id) outputs += graph().node(id).outputs;
    redirects_.resize(outputs);
  }
  redirects_[graph().node(from.node).first_output + from.index] = resolved(to);
  is_changed_ = true;
}

OutputRef Rewrite::resolved(OutputRef ref) const {
  // A redirection may have been redirected since; each step is to a node that was asked for later.
  while (!redirects_.empty() && ref.node < graph().size()) {
    const Node& node = graph().node(ref.node);
    if (ref.index >= node.outputs) break;  // a fetch of an op without outputs
    const OutputRef to = redirects_[node.first_output + ref.index];
    if (to.node == kNoNode) break;
    ref = to;
    ++edges_;
  }
  return ref;
}

void Rewrite::replace(NodeId id, NodeChange change) {
  if (change_of_node_.empty()) change_of_node_.resize(graph().size(), kUnchanged);
  change_of_node_[id] = static_cast<std::uint32_t>(changes_.size());
  changes_.push_back(std::move(change));
  is_changed_ = true;
}

NodeId Rewrite::add(NodeId like, std::string_view name, NodeChange change) {
  additions_.push_back({like, free_name(like, name), static_cast<std::uint32_t>(changes_.size())});
  changes_.push_back(std::move(change));
  is_changed_ = true;
  return static_cast<NodeId>(nodes() - 1);
}

void Rewrite::drop(NodeId id) {
  if (is_dropped_.empty()) is_dropped_.resize(graph().size());
  is_dropped_[id] = true;
  is_changed_ = true;
}

AttributesId Rewrite::share(Attributes attributes) {
  if (attributes.begin() == attributes.end()) return kNoAttributes;
  attributes_.push_back(std::move(attributes));
  return static_cast<AttributesId>(graph().attribute_sets() + attributes_.size() - 1);
}

std::string Rewrite::free_name(NodeId like, std::string_view name) {
  const std::string wanted = fmt::format("{}/{}", graph().node(like).name, name);
  std::string free = wanted;
  for (int i = 1; graph().find(free) != kNoNode || !added_names_.insert(free).second; ++i) {
    free = fmt::format("{}_{}", wanted, i);
  }
  return free;
}

const NodeChange* Rewrite::change_of(NodeId id) const {
  if (id >= graph().size()) return &changes_[additions_[id - graph().size()].change];
  if (change_of_node_.empty() || change_of_node_[id] == kUnchanged) return nullptr;
  return &changes_[change_of_node_[id]];
}

std::span<const OutputRef> Rewrite::inputs_now(NodeId id) const {
  const NodeChange* change = change_of(id);
  return change != nullptr ? std::span(change->inputs) : graph().inputs(id);
}

NodeId Rewrite::resolved_control(NodeId id) const {
  return graph().node(id).outputs == 1 ? resolved({id, 0}).node : id;
}

template <typename Visit>
void Rewrite::for_needs(NodeId id, const Visit& visit) const {
  const auto inputs = inputs_now(id);
  for (const OutputRef input : inputs) visit(resolved(input).node);
  edges_ += inputs.size();
  if (id >= graph().size()) return;
  edges_ += graph().control_inputs(id).size();
  for (const NodeId control : graph().control_inputs(id)) visit(resolved_control(control));
}

// What the fetches and initialisers need, and what nobody needed before.
std::vector<bool> Rewrite::nodes_that_stay() const {
  std::vector<bool> stays(nodes());
  std::vector<NodeId> open;
  const auto keep = [&](NodeId id) {
    if (stays[id]) return;
    stays[id] = true;
    open.push_back(id);
  };
  const auto is_dropped = [&](NodeId id) { return !is_dropped_.empty() && is_dropped_[id]; };
  for (const Fetch& fetch : program_.fetches) keep(resolved(fetch.output).node);
  for (NodeId id = 0; id < graph().size(); ++id) {
    const bool is_end = graph().consumers(id).empty() && !is_fetched_[id];
    if ((is_end || is_of_initializer_[id]) && !is_dropped(id)) keep(id);
  }
  while (!open.empty()) {
    const NodeId id = open.back();
    open.pop_back();
    for_needs(id, keep);
  }
  return stays;
}

// Writes the nodes that stay, each after all that it needs.
class Rewrite::Emission {
 public:
  Emission(const Rewrite& rewrite, GraphBuilder& builder)
      : rewrite_(rewrite), builder_(builder), new_id_(rewrite.nodes(), kNoNode) {}

  void emit(NodeId id) {
    open_.push_back(id);
    while (!open_.empty()) {
      const NodeId next = open_.back();
      const std::size_t before = open_.size();
      if (new_id_[next] == kNoNode) {
        rewrite_.for_needs(next, [&](NodeId need) {
          if (new_id_[need] == kNoNode) open_.push_back(need);
        });
      }
      if (open_.size() > before) continue;
      open_.pop_back();
      if (new_id_[next] == kNoNode) write(next);
    }
  }

  NodeId new_id(NodeId id) const { return new_id_[id]; }
  // By new NodeId, the old node whose device each has.
  const std::vector<NodeId>& like() const { return like_; }

 private:
  void write(NodeId id) {
    const Graph& graph = rewrite_.graph();
    const bool is_new = id >= graph.size();
    const NodeId like = is_new ? rewrite_.additions_[id - graph.size()].like : id;
    const Node& old = graph.node(like);
    const NodeChange* change = rewrite_.change_of(id);
    inputs_.clear();
    for (const OutputRef input : rewrite_.inputs_now(id)) {
      const OutputRef from = rewrite_.resolved(input);
      inputs_.push_back({new_id_[from.node], from.index});
    }
    controls_.clear();
    if (!is_new) {
      for (const NodeId control : graph.control_inputs(id)) {
        controls_.push_back(new_id_[rewrite_.resolved_control(control)]);
      }
    }
    const NodeDraft draft{
        .name = is_new ? std::string_view(rewrite_.additions_[id - graph.size()].name) : old.name,
        .op = change != nullptr ? change->op : old.op,
        .inputs = inputs_,
        .controls = controls_,
        .attributes = change != nullptr ? change->attributes : old.attributes,
        .request = old.request,
        .at = old.at,
        .device_at = old.device_at};
    new_id_[id] = change != nullptr ? builder_.add_known(draft, change->types, change->outputs)
                                    : builder_.add_known(draft, old.types, graph.outputs(id));
    like_.push_back(like);
  }

  const Rewrite& rewrite_;
  GraphBuilder& builder_;
  std::vector<NodeId> new_id_;
  std::vector<NodeId> like_;
  std::vector<NodeId> open_;
  std::vector<OutputRef> inputs_;
  std::vector<NodeId> controls_;
};

Program Rewrite::finish(PassReport& report) {
  report.has_changed = is_changed_;
  Program program = is_changed_ ? rewritten() : std::move(program_);
  report.edges_looked_at = edges_;
  return program;
}

Program Rewrite::rewritten() {
  const std::vector<bool> stays = nodes_that_stay();
  GraphBuilder builder(program_.graph.shared_source());
  builder.take_tables(program_.graph);
  for (Attributes& attributes : attributes_) builder.share(std::move(attributes));
  Emission emission(*this, builder);
  for (const NodeId id : graph().order()) {
    if (stays[id]) emission.emit(id);
  }

  Program program;
  program.made_ops = std::move(program_.made_ops);
  program.placement.devices = std::move(program_.placement.devices);
  program.placement.candidates = std::move(program_.placement.candidates);
  program.placement.warnings = std::move(program_.placement.warnings);
  program.placement.notices = std::move(program_.placement.notices);
  program.placement.nodes.reserve(emission.like().size());
  for (const NodeId like : emission.like()) {
    program.placement.nodes.push_back(program_.placement.nodes[like]);
  }
  for (Feed& feed : program_.feeds) {
    feed.placeholder = emission.new_id(feed.placeholder);
    if (feed.placeholder != kNoNode) program.feeds.push_back(std::move(feed));
  }
  for (Fetch& fetch : program_.fetches) {
    const OutputRef from = resolved(fetch.output);
    fetch.output = {emission.new_id(from.node), from.index};
    program.fetches.push_back(std::move(fetch));
  }
  for (const Initializer& initializer : program_.initializers) {
    const Initializer moved{emission.new_id(initializer.variable),
                            emission.new_id(initializer.assign)};
    if (moved.variable != kNoNode && moved.assign != kNoNode) {
      program.initializers.push_back(moved);
    }
  }
  [[maybe_unused]] const std::vector<NodeId> cycle = builder.close();
  assert(cycle.empty());
  program.graph = builder.finish();
  return program;
}

}  // namespace graphrun
