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
#include <vector>

#include "graph/graph.h"
#include "graph/type_inference.h"
#include "graph/unique_names.h"

namespace graphrun {

// A node that does not fit its inputs.
struct GraphFault {
  NodeId node = kNoNode;
  int input = -1;    // the input at fault; -1: the node as a whole
  std::string what;  // TensorFlow's words where it has some
  std::string note;
  std::string attribute;  // the type attribute at fault; empty: it is something else
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
  GraphBuilder(const GraphBuilder&) = delete;  // names_ looks into graph_
  GraphBuilder& operator=(const GraphBuilder&) = delete;

  const Graph& graph() const { return graph_; }

  // For a graph that takes the place of another: moves the attributes and requests of `from` here,
  // under the ids that they had there. REQUIRES: none have been shared yet.
  void take_tables(Graph& from);

  UniqueNames& names() { return names_; }

  AttributesId share(Attributes attributes);
  const Attributes& attributes(AttributesId id) const { return graph_.attributes_[id]; }
  RequestId share(DeviceRequest request);

  // Adds a node, and infers its outputs if all its inputs are inferred. REQUIRES: no node of that
  // name; output_count(...) outputs fit.
  NodeId add(const NodeDraft& draft);
  // Adds a node of which all is known: one of a finished graph, or one that passes have made.
  // REQUIRES: every input and control has been added, and `outputs` are what inference would give.
  NodeId add_known(const NodeDraft& draft, const TypeValues& types,
                   std::span<const Output> outputs);
  // Fills in what was given as kNoNode.
  void set_input(NodeId node, std::size_t i, OutputRef input);
  void set_control(NodeId node, std::size_t i, NodeId control);
  void set_partner(NodeId node, std::size_t i, NodeId partner);

  // Stands for a node that cannot be made: whatever reads it is not looked at.
  NodeId add_faulty(std::string_view name, SourceMark at);
  bool is_faulty(NodeId node) const { return state_[node] == State::faulty; }

  // Whether the outputs of `node` have their final types and shapes.
  bool is_inferred(NodeId node) const { return state_[node] != State::open; }

  bool has_faults() const { return !faults_.empty(); }
  // The faults found since the last call.
  std::vector<GraphFault> take_faults();

  // A cycle, each node reading the one before, the first and last the same; empty: there is none.
  // Infers what is still open. Call once every input is set.
  std::vector<NodeId> close();

  // The graph. REQUIRES: close() answered no cycle, and no node is faulty.
  Graph finish();

 private:
  enum class State : std::uint8_t { open, inferred, faulty };

  NodeId append(const NodeDraft& draft, std::size_t outputs);
  void infer(NodeId id);
  bool infer_types(NodeId id);
  bool infer_shapes(NodeId id);
  void index_consumers();

  Graph graph_;
  UniqueNames names_{graph_.names_};
  std::vector<State> state_;
  std::vector<GraphFault> faults_;
  std::vector<const Output*> input_outputs_;  // of the node that is inferred
  std::vector<const Shape*> input_shapes_;
  std::vector<Shape*> output_shapes_;
  bool has_forward_inputs_ = false;
};

// How many outputs a node of `op` has: lists count as `attributes` say, or as the inputs do.
std::size_t output_count(const OpDef& op, const Attributes& attributes, std::size_t inputs);

}  // namespace graphrun
