#include "runtime/step_context.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "graph/shape_context.h"

namespace graphrun {
namespace {

// A shape rule while the graph runs: all shapes and all values in host memory are known.
class RunShapes final : public ShapeContext {
 public:
  RunShapes(const Attributes& attributes, std::span<const Shape* const> shapes,
            std::span<Shape* const> outputs, std::span<const Tensor* const> inputs,
            std::vector<bool> is_on_host)
      : ShapeContext(attributes, shapes, outputs),
        inputs_(inputs),
        is_on_host_(std::move(is_on_host)) {}

  std::optional<HostTensor> value(int i) const override {
    const Tensor& input = *inputs_[static_cast<std::size_t>(i)];
    if (!is_on_host_[static_cast<std::size_t>(i)] || is_string(input.dtype())) return std::nullopt;
    HostTensor value(input.dtype(), input.shape());
    if (input.bytes() > 0) std::memcpy(value.mutable_data(), input.data(), input.bytes());
    return value;
  }

 private:
  std::span<const Tensor* const> inputs_;
  std::vector<bool> is_on_host_;  // by input
};

}  // namespace

Tensor StepContext::allocate_kept(int i, DType dtype, const Shape& shape) {
  Buffer& buffer = runner_.state_.buffers.create(step_.node);
  // The tensor owns the buffer, so that it is not lost when there is no memory; taking memory
  // wants no owner, since it is done before anybody reads.
  Tensor tensor(buffer, dtype, shape);
  runner_.memory_.allocate(buffer, space_of_output(i), dtype, shape, step_.node, worker_);
  return tensor;
}

bool StepContext::is_on_host(int i) const {
  return runner_.plan_.spaces[space_of_output(i)].is_host;
}

void StepContext::copy_from_host(int i, void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  if (is_on_host(i)) {
    std::memcpy(to, from, bytes);
  } else {
    device_.copy_from_host(to, from, bytes);
  }
}

void StepContext::allocate_output(int i) {
  const SlotId slot = slot_of_output(i);
  const DType dtype = graph_.outputs(id_)[static_cast<std::size_t>(i)].dtype;
  const Shape& shape = shape_of_output(i);
  Buffer& buffer = runner_.memory_.buffer(slot);
  runner_.memory_.allocate(buffer, space_of_output(i), dtype, shape, step_.node, worker_);
  outputs_[static_cast<std::size_t>(i)] = Tensor::first_of(buffer, dtype, shape);
}

// An input's memory is free to take when this step is the last to read it, nobody else owns it, and
// it came from the memory that the output is to be in.
bool StepContext::take_over(int input, int i) {
  const SlotId from = runner_.plan_.inputs_of(step_)[static_cast<std::size_t>(input)];
  const SlotId to = slot_of_output(i);
  const Tensor& tensor = *inputs_[static_cast<std::size_t>(input)];
  if (&tensor != &runner_.slots_[from] || tensor.buffer() == nullptr) return false;
  Buffer& buffer = *tensor.buffer();
  if (runner_.readers_[from].load(std::memory_order_acquire) != 1 || !buffer.has_one_owner()) {
    return false;
  }
  if (buffer.memory() != &runner_.memory_.of(space_of_output(i))) return false;
  if (!runner_.memory_.is_of_a_slot(buffer)) return false;
  const DType dtype = graph_.outputs(id_)[static_cast<std::size_t>(i)].dtype;
  const Shape& shape = shape_of_output(i);
  if (is_string(dtype) || is_string(tensor.dtype()) ||
      bytes_per_element(dtype) != bytes_per_element(tensor.dtype()) ||
      shape.checked_elements() != tensor.elements()) {
    return false;
  }
  outputs_[static_cast<std::size_t>(i)] = Tensor(buffer, dtype, shape);
  runner_.memory_.hand_over(buffer, to);
  return true;
}

const Shape& StepContext::shape_of_output(int i) {
  const Output& output = graph_.outputs(id_)[static_cast<std::size_t>(i)];
  return runner_.has_known_shape_[slot_of_output(i)] ? output.shape : shape_now(i);
}

const Shape& StepContext::shape_now(int i) {
  if (shapes_now_.empty()) infer_shapes();
  const Shape& shape = shapes_now_[static_cast<std::size_t>(i)];
  if (!shape.is_complete()) {
    invalid(fmt::format("the shape of '{}' cannot be told: {}", node().name, to_string(shape)));
  }
  return shape;
}

// Shapes that were open before the run may not fit now.
void StepContext::infer_shapes() {
  std::vector<const Shape*> shapes;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    // A variable's own shape is known.
    shapes.push_back(inputs_[i]->variable() != nullptr ? &graph_.output(graph_.inputs(id_)[i]).shape
                                                       : &inputs_[i]->shape());
  }
  shapes_now_.assign(outputs_.size(), Shape::of_unknown_rank());
  std::vector<Shape*> outputs;
  for (Shape& shape : shapes_now_) outputs.push_back(&shape);
  try {
    std::vector<bool> is_on_host;
    for (const SlotId slot : runner_.plan_.inputs_of(step_)) {
      is_on_host.push_back(runner_.plan_.spaces[runner_.plan_.slots[slot].space].is_host);
    }
    RunShapes context(attributes(), shapes, outputs, inputs_, std::move(is_on_host));
    if (node().op->infer_shapes != nullptr) node().op->infer_shapes(context);
  } catch (const ShapeFault& fault) {
    std::string listed;
    for (const Shape* shape : shapes) listed += (listed.empty() ? "" : ", ") + to_string(*shape);
    invalid(fmt::format("{} for '{}' (op: '{}') with input shapes: {}.", fault.what, node().name,
                        node().op->name, listed));
  }
}

}  // namespace graphrun
