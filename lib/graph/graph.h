// The graph: nodes, what each reads, what each makes. A Graph that has been finished is valid:
// names are unique, every input exists and has the type its reader takes, there is no cycle, and
// shapes are inferred as far as they can be.
//
// A graph may have millions of nodes: names, inputs and outputs lie in arrays of the graph, a node
// refers to them by number, and what many nodes share (attributes, requested devices) is held once.
// Reading a finished graph is safe from any thread.

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/device_name.h"
#include "base/source_text.h"
#include "graph/name_index.h"
#include "graph/op_catalog.h"

namespace graphrun {

using NodeId = std::uint32_t;  // a node's position in the file's order, expanded
inline constexpr NodeId kNoNode = 0xffffffffu;

// One output of one node: a tensor.
struct OutputRef {
  NodeId node = kNoNode;
  std::uint32_t index = 0;

  friend auto operator<=>(const OutputRef&, const OutputRef&) = default;
};

struct Output {
  DType dtype = DType::float32;
  bool is_ref = false;  // a variable's buffer, not a value
  Shape shape;
};

// What a node asks for in the way of devices.
struct DeviceRequest {
  DeviceSpec spec;
  std::string written;  // as in the file; merged blocks are written out
};

using RequestId = std::uint32_t;
inline constexpr RequestId kNoRequest = 0;  // open: asks for nothing

using AttributesId = std::uint32_t;
inline constexpr AttributesId kNoAttributes = 0;

struct Node {
  std::string_view name;
  const OpDef* op = nullptr;
  TypeValues types{};  // by position in op->type_attributes
  AttributesId attributes = kNoAttributes;
  RequestId request = kNoRequest;
  std::uint32_t first_input = 0;
  std::uint32_t first_control = 0;
  std::uint32_t first_output = 0;
  std::uint32_t first_partner = 0;
  std::uint32_t inputs = 0;
  std::uint32_t controls = 0;
  std::uint32_t outputs = 0;
  std::uint32_t partners = 0;
  SourceMark at;         // of the entry that made it
  SourceMark device_at;  // of the device it asks for; `at` where it asks for none
};

class Graph {
 public:
  Graph();

  std::size_t size() const { return nodes_.size(); }
  const Node& node(NodeId id) const { return nodes_[id]; }
  std::span<const OutputRef> inputs(NodeId id) const {
    return {inputs_.data() + nodes_[id].first_input, nodes_[id].inputs};
  }
  std::span<const NodeId> control_inputs(NodeId id) const {
    return {controls_.data() + nodes_[id].first_control, nodes_[id].controls};
  }
  std::span<const Output> outputs(NodeId id) const {
    return {outputs_.data() + nodes_[id].first_output, nodes_[id].outputs};
  }
  // The nodes that it must share a device with.
  std::span<const NodeId> colocated_with(NodeId id) const {
    return {partners_.data() + nodes_[id].first_partner, nodes_[id].partners};
  }
  const Attributes& attributes(NodeId id) const { return attributes_[nodes_[id].attributes]; }
  // AttributesIds are below this.
  std::size_t attribute_sets() const { return attributes_.size(); }
  const Attributes& attribute_set(AttributesId id) const { return attributes_[id]; }
  const DeviceRequest& request(NodeId id) const { return requests_[nodes_[id].request]; }
  const std::vector<DeviceRequest>& requests() const { return requests_; }
  const Output& output(OutputRef ref) const { return outputs(ref.node)[ref.index]; }

  NodeId find(std::string_view name) const { return names_.find(name); }  // kNoNode: none
  const NameIndex& names() const { return names_; }

  // Every node that reads an output of `id` or waits for it, by edge, in ascending order.
  std::span<const NodeId> consumers(NodeId id) const {
    return {consumers_.data() + consumer_offsets_[id],
            consumer_offsets_[id + 1] - consumer_offsets_[id]};
  }
  // The nodes such that each comes after all that it reads; of those that could come next, the
  // first in the file comes first.
  std::span<const NodeId> order() const { return order_; }

  // "a:0" is written "a"; other outputs "a:1".
  std::string tensor_name(OutputRef ref) const;

  const SourceText& source() const { return *source_; }
  const std::shared_ptr<const SourceText>& shared_source() const { return source_; }
  FilePosition position(NodeId id) const { return source_->position(nodes_[id].at); }

 private:
  friend class GraphBuilder;

  std::vector<Node> nodes_;
  std::vector<OutputRef> inputs_;
  std::vector<NodeId> controls_;
  std::vector<NodeId> partners_;
  std::vector<Output> outputs_;
  std::vector<Attributes> attributes_;
  std::vector<DeviceRequest> requests_;
  NameIndex names_;
  std::vector<std::uint32_t> consumer_offsets_;
  std::vector<NodeId> consumers_;
  std::vector<NodeId> order_;
  std::shared_ptr<const SourceText> source_;
};

}  // namespace graphrun
