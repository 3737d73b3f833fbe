// How much a node has to do: what speeds are measured against.
//
// Operations are those on elements, in exact or rounded arithmetic alike, counted as the formula
// has them: a multiplication and an addition are two, and a function (exp, sqrt, a comparison) is
// one. Padding is counted, as is customary for convolutions. Bytes are those of the elements that
// an op must read and write if nothing stays in a cache; an op that passes its input's memory on
// moves none.

#pragma once

#include <cstdint>
#include <span>

#include "base/dtype.h"
#include "base/shape.h"
#include "graph/attributes.h"

namespace graphrun {

struct Work {
  double operations = 0;
  double bytes = 0;

  friend bool operator==(const Work&, const Work&) = default;
};

struct WorkTensor {
  DType dtype = DType::float32;
  Shape shape;  // complete

  double elements() const { return static_cast<double>(shape.elements()); }
  double bytes() const { return elements() * static_cast<double>(bytes_per_element(dtype)); }
};

// What a work rule sees: a node's attributes, and its tensors, whose shapes are known.
class WorkContext {
 public:
  WorkContext(const Attributes& attributes, std::span<const WorkTensor> inputs,
              std::span<const WorkTensor> outputs)
      : attributes_(attributes), inputs_(inputs), outputs_(outputs) {}

  const Attributes& attributes() const { return attributes_; }
  std::span<const WorkTensor> inputs() const { return inputs_; }
  const WorkTensor& input(int i) const { return inputs_[static_cast<std::size_t>(i)]; }
  const WorkTensor& output(int i = 0) const { return outputs_[static_cast<std::size_t>(i)]; }

  double bytes_read() const { return bytes(inputs_); }  // of all inputs
  double bytes_written() const { return bytes(outputs_); }

 private:
  static double bytes(std::span<const WorkTensor> tensors) {
    double bytes = 0;
    for (const WorkTensor& tensor : tensors) bytes += tensor.bytes();
    return bytes;
  }

  const Attributes& attributes_;
  std::span<const WorkTensor> inputs_;
  std::span<const WorkTensor> outputs_;
};

// Rules that several ops share.

// Nothing: memory is passed on, or there is none.
inline Work passes_on(const WorkContext& /*context*/) { return {}; }

// Reads all that there is and writes it somewhere else.
inline Work moves_all(const WorkContext& context) {
  return {.bytes = context.bytes_read() + context.bytes_written()};
}

// Reads of its inputs no more than it writes.
inline Work moves_output(const WorkContext& context) {
  return {.bytes = 2 * context.bytes_written()};
}

// Reads no elements.
inline Work only_writes(const WorkContext& context) { return {.bytes = context.bytes_written()}; }

// Reads and writes everything, with so many operations in all.
inline Work computes(const WorkContext& context, double operations) {
  return {.operations = operations, .bytes = context.bytes_read() + context.bytes_written()};
}

template <int kOperations>
Work per_output_element(const WorkContext& context) {
  return computes(context, kOperations * context.output().elements());
}

template <int kOperations>
Work per_input_element(const WorkContext& context) {
  return computes(context, kOperations * context.input(0).elements());
}

}  // namespace graphrun
