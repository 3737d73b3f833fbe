// What a shape rule sees and sets: the shapes of a node's inputs, its attributes, and those input
// values that are already known. The same rule runs before the graph does, when shapes may be open,
// and while it runs, for a node whose shape was still open then.

#pragma once

#include <optional>
#include <span>
#include <string>

#include "base/host_tensor.h"
#include "base/shape.h"
#include "graph/attributes.h"
#include "graph/op_catalog.h"

namespace graphrun {

// Thrown by a rule: the inputs do not fit together. In TensorFlow's words, without the node.
struct ShapeFault {
  std::string what;  // "Dimensions must be equal, but are 3 and 4"
};

class ShapeContext {
 public:
  virtual ~ShapeContext() = default;

  ShapeContext(const ShapeContext&) = delete;
  ShapeContext& operator=(const ShapeContext&) = delete;

  int inputs() const { return static_cast<int>(inputs_.size()); }
  const Shape& input(int i) const { return *inputs_[static_cast<std::size_t>(i)]; }
  int outputs() const { return static_cast<int>(outputs_.size()); }
  void set_output(int i, const Shape& shape) { *outputs_[static_cast<std::size_t>(i)] = shape; }

  const Attributes& attributes() const { return attributes_; }

  // The value of an input, where it is known.
  virtual std::optional<HostTensor> value(int i) const = 0;

 protected:
  ShapeContext(const Attributes& attributes, std::span<const Shape* const> inputs,
               std::span<Shape* const> outputs)
      : attributes_(attributes), inputs_(inputs), outputs_(outputs) {}

 private:
  const Attributes& attributes_;
  std::span<const Shape* const> inputs_;
  std::span<Shape* const> outputs_;
};

}  // namespace graphrun
