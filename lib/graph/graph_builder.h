// Makes a Graph, node by node. Types and shapes are inferred as soon as a node's inputs are known;
// what does not fit is answered as a fault, for the caller to show at its place.
//
// Not thread safe.

#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/graph.h"

namespace graphrun {

// A node that does not fit its inputs.
struct GraphFault {
  NodeId node = kNoNode;
  int input = -1;    // the input at fault; -1: the node as a whole
  std::string what;  // TensorFlow's words where it has some
  std::string note;
};

struct NodeDraft {
  std::string_view name;  // unique
  const OpDef* op = nullptr;
  std::span<const OutputRef> inputs;  // as many as the op takes; those with node kNoNode come later
  std::span<const NodeId> controls;
  std::span<const NodeId> partners;
  std::span<const std::optional<DType>> types;  // as given; by position in op->type_attributes
  AttributesId attributes = kNoAttributes;
  RequestId request = kNoRequest;
  SourceMark at;
  SourceMark device_at;
};

class GraphBuilder {
 public:
  explicit GraphBuilder(std::shared_ptr<const SourceText> source);

  const Graph& graph() const { return graph_; }

  // TensorFlow's automatic name: `base`, or base_1, base_2... when it is taken in any letter case.
  std::string unique_name(std::string_view base);

  AttributesId share(Attributes attributes);
  const Attributes& attributes(AttributesId id) const { return graph_.attributes_[id]; }
  RequestId share(DeviceRequest request);

  // Adds a node, and infers its outputs if all its inputs are inferred.
  // REQUIRES: no node of that name; output_count(...) outputs fit.
  NodeId add(const NodeDraft& draft);
  // Fills in what was given as kNoNode.
  void set_input(NodeId node, std::size_t i, OutputRef input);
  void set_control(NodeId node, std::size_t i, NodeId control);
  void set_partner(NodeId node, std::size_t i, NodeId partner);

  // Stands for a node that cannot be made: it has `outputs` outputs, and whatever reads it is not
  // looked at.
  NodeId add_faulty(std::string_view name, std::size_t outputs, SourceMark at);
  bool is_faulty(NodeId node) const { return state_[node] == State::faulty; }

  // Whether the outputs of `node` have their final types and shapes.
  bool is_inferred(NodeId node) const { return state_[node] != State::open; }

  bool has_faults() const { return !faults_.empty(); }
  // The faults found since the last call.
  std::vector<GraphFault> take_faults();

  // A cycle, each node reading the one before, the first and last the same; empty: there is none.
  // Infers what is still open. Call once every input is set.
  std::vector<NodeId> close();

  // The graph. REQUIRES: close() answered no cycle.
  Graph finish();

 private:
  enum class State : std::uint8_t { open, inferred, faulty };

  void infer(NodeId id);
  bool infer_types(NodeId id);
  void infer_shapes(NodeId id);
  void fail(NodeId id, int input, std::string what, std::string note = {});
  void index_consumers();
  std::vector<NodeId> find_cycle() const;

  Graph graph_;
  std::vector<State> state_;
  std::vector<GraphFault> faults_;
  std::unordered_map<std::string, std::uint32_t> next_suffix_;
  bool has_forward_inputs_ = false;
};

// How many outputs a node of `op` has: lists count as `attributes` say, or as the inputs do.
std::size_t output_count(const OpDef& op, const Attributes& attributes, std::size_t inputs);

// The position in op.inputs of a node's i-th input; `inputs` is how many the node has.
int arg_of_input(const OpDef& op, std::size_t inputs, std::size_t i);

}  // namespace graphrun
