// What an op that stands for several nodes sees while it is expanded, as tf.Variable and
// tf.random_normal do in Python. The nodes take the entry's devices, control inputs and place in
// the file.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/graph.h"

namespace graphrun {

// Thrown by an expansion: what the entry says cannot be.
struct CompositeFault {
  std::string what;
  std::string note;
};

class CompositeContext {
 public:
  struct NodeOf {
    std::string_view op;
    std::string name;  // in full
    std::vector<OutputRef> inputs;
    Attributes attributes;
    std::optional<DType> dtype;  // of the op's first type attribute
    std::vector<NodeId> colocated_with;
  };

  virtual ~CompositeContext() = default;

  // The name of the node that the entry stands for; the others are named below it: "name/read".
  virtual std::string_view name() const = 0;
  virtual std::span<const OutputRef> inputs() const = 0;
  virtual const Attributes& attributes() const = 0;
  virtual std::optional<DType> dtype() const = 0;  // as given for the op's first type attribute
  virtual const Output& output(OutputRef ref) const = 0;  // of an input, or a node just added

  virtual OutputRef add(const NodeOf& node) = 0;

  // What `as` and `append` bind.
  virtual void set_result(OutputRef result) = 0;
  // Where the result is read but an op wants the variable itself, it gets `variable`.
  virtual void set_variable(OutputRef variable) = 0;
  // Runs once, before the first run that needs the variable.
  virtual void add_initializer(NodeId variable, NodeId assign) = 0;
};

}  // namespace graphrun
