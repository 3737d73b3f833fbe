#include "passes/evaluation.h"

#include <cstring>
#include <memory>
#include <utility>

#include "base/error.h"
#include "graph/shape_context.h"
#include "runtime/kernel_context.h"

namespace graphrun {
namespace {

// Thrown and caught here: the output is too large to keep.
struct TooLarge {};

Tensor lent(const HostTensor& elements) {
  Buffer& buffer = Buffer::create();
  buffer.borrow(elements);
  return {buffer, elements.dtype(), elements.shape()};
}

// A shape rule when all values are known.
class KnownShapes final : public ShapeContext {
 public:
  KnownShapes(const Attributes& attributes, std::span<const Shape* const> shapes,
              std::span<Shape* const> outputs, std::span<const HostTensor> values)
      : ShapeContext(attributes, shapes, outputs), values_(values) {}

  std::optional<HostTensor> value(int i) const override {
    return values_[static_cast<std::size_t>(i)];
  }

 private:
  std::span<const HostTensor> values_;
};

class EvaluationContext final : public KernelContext {
 public:
  EvaluationContext(const Graph& graph, NodeId id, Device& cpu, std::span<const HostTensor> values,
                    std::span<const Tensor* const> inputs, std::span<Tensor> outputs,
                    std::size_t most_bytes, std::unique_ptr<KernelState>& state)
      : KernelContext(graph, id, cpu, inputs, outputs, state),
        shapes_(outputs.size(), Shape::of_unknown_rank()),
        most_bytes_(most_bytes) {
    infer_shapes(values);
  }

  Tensor allocate_kept(int, DType dtype, const Shape& shape) override {
    const auto elements = shape.checked_elements();
    if (!elements || static_cast<std::size_t>(*elements) > most_bytes_ / bytes_per_element(dtype)) {
      throw TooLarge();
    }
    return lent(HostTensor(dtype, shape));
  }

  bool is_on_host(int) const override { return true; }

  void copy_from_host(int, void* to, const void* from, std::size_t bytes) override {
    if (bytes > 0) std::memcpy(to, from, bytes);
  }

 private:
  // Throws ShapeFault where the inputs do not fit together.
  void infer_shapes(std::span<const HostTensor> values) {
    if (node().op->infer_shapes == nullptr) return;
    std::vector<const Shape*> inputs;
    for (const HostTensor& value : values) inputs.push_back(&value.shape());
    std::vector<Shape*> outputs;
    for (Shape& shape : shapes_) outputs.push_back(&shape);
    KnownShapes context(attributes(), inputs, outputs, values);
    node().op->infer_shapes(context);
  }

  void allocate_output(int i) override {
    const Shape& shape = shapes_[static_cast<std::size_t>(i)];
    if (!shape.is_complete()) throw TooLarge();  // nobody knows
    const DType dtype = graph_.outputs(id_)[static_cast<std::size_t>(i)].dtype;
    outputs_[static_cast<std::size_t>(i)] = allocate_kept(i, dtype, shape);
  }

  // Other nodes may read the inputs.
  bool take_over(int, int) override { return false; }

  std::vector<Shape> shapes_;  // by output
  std::size_t most_bytes_;
};

HostTensor copy_of(const Tensor& tensor) {
  HostTensor copy(tensor.dtype(), tensor.shape());
  if (tensor.bytes() > 0) std::memcpy(copy.mutable_data(), tensor.data(), tensor.bytes());
  return copy;
}

}  // namespace

std::optional<std::vector<HostTensor>> evaluate(const Graph& graph, NodeId id,
                                                std::span<const HostTensor> inputs, Device& cpu,
                                                std::size_t most_bytes) {
  const Node& node = graph.node(id);
  const KernelDef* kernel = find_kernel(*node.op, DeviceType::cpu, node.types);
  if (kernel == nullptr || kernel->run == nullptr) return std::nullopt;
  std::vector<Tensor> lent_inputs;
  lent_inputs.reserve(inputs.size());
  for (const HostTensor& input : inputs) lent_inputs.push_back(lent(input));
  std::vector<const Tensor*> addresses;
  addresses.reserve(inputs.size());
  for (const Tensor& input : lent_inputs) addresses.push_back(&input);
  std::vector<Tensor> outputs(node.outputs);
  std::unique_ptr<KernelState> state;
  try {
    EvaluationContext context(graph, id, cpu, inputs, addresses, outputs, most_bytes, state);
    kernel->run(context);
    std::vector<HostTensor> values;
    for (const Tensor& output : outputs) {
      if (!output.is_set() || output.bytes() > most_bytes) return std::nullopt;
      values.push_back(copy_of(output));
    }
    return values;
  } catch (const Error&) {
  } catch (const ShapeFault&) {
  } catch (const TooLarge&) {
  }
  return std::nullopt;  // the run fails where the node stands, and says so
}

}  // namespace graphrun
