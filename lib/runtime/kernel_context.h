// What a kernel sees of the node that it computes: inputs, outputs, attributes, its device, what it
// kept from the last run. It may touch nothing else.

#pragma once

#include <initializer_list>
#include <memory>
#include <span>
#include <string>

#include "base/error.h"
#include "graph/graph.h"
#include "runtime/device.h"
#include "runtime/kernel_state.h"
#include "runtime/tensor.h"

namespace graphrun {

class KernelContext {
 public:
  virtual ~KernelContext() = default;

  KernelContext(const KernelContext&) = delete;
  KernelContext& operator=(const KernelContext&) = delete;

  const Node& node() const { return graph_.node(id_); }
  const Attributes& attributes() const { return graph_.attributes(id_); }
  DType type(int type_attribute = 0) const {
    return node().types[static_cast<std::size_t>(type_attribute)];
  }
  Device& device() { return device_; }

  int inputs() const { return static_cast<int>(inputs_.size()); }
  const Tensor& input(int i) const { return *inputs_[static_cast<std::size_t>(i)]; }
  template <typename T>
  std::span<const T> input_as(int i) const {
    return input(i).as<const T>();
  }
  // The tensor that input `i` is, for messages: "v", "split:1".
  std::string input_name(int i) const {
    return graph_.tensor_name(graph_.inputs(id_)[static_cast<std::size_t>(i)]);
  }
  // The variable that a reference input stands for.
  Variable& variable(int i) { return *input(i).variable(); }

  // Output `i`, allocated when it is first asked for, in the shape that the op's shape rule gives.
  // Throws Error(device) when the memory is out.
  Tensor& output(int i = 0) {
    Tensor& tensor = outputs_[static_cast<std::size_t>(i)];
    if (!tensor.is_set()) allocate_output(i);
    return tensor;
  }
  template <typename T>
  std::span<T> output_as(int i = 0) {
    return output(i).as<T>();
  }
  // Output `i` in the memory of the first of `inputs` that nobody else will read and that is as
  // large; allocated where there is none. For kernels that are done with an element of those inputs
  // before they write the output's element of the same position.
  Tensor& output_in_place_of(std::initializer_list<int> inputs, int i = 0) {
    Tensor& tensor = outputs_[static_cast<std::size_t>(i)];
    if (tensor.is_set()) return tensor;
    for (const int input : inputs) {
      if (take_over(input, i)) return tensor;
    }
    allocate_output(i);
    return tensor;
  }
  // Output `i` is this tensor: an input passed on, or what the kernel keeps.
  void set_output(int i, Tensor tensor) {
    outputs_[static_cast<std::size_t>(i)] = std::move(tensor);
  }

  // A tensor that may outlive the run, in the kind of memory that output `i` is in.
  // Throws Error(device) when it is out.
  virtual Tensor allocate_kept(int i, DType dtype, const Shape& shape) = 0;
  virtual bool is_on_host(int i) const = 0;  // whether output `i` is in host memory
  // Copies host memory into a tensor of output `i`'s kind of memory.
  virtual void copy_from_host(int i, void* to, const void* from, std::size_t bytes) = 0;

  // What this node keeps, made by make() the first time.
  template <typename State, typename Make>
  State& state(const Make& make) {
    if (state_ == nullptr) state_ = make();
    return static_cast<State&>(*state_);
  }

  // InvalidArgument: what the node was given cannot be computed.
  [[noreturn]] static void invalid(const std::string& message) {
    throw Error(ExitStatus::invalid, "InvalidArgumentError: " + message);
  }

 protected:
  KernelContext(const Graph& graph, NodeId id, Device& device,
                std::span<const Tensor* const> inputs, std::span<Tensor> outputs,
                std::unique_ptr<KernelState>& state)
      : graph_(graph),
        id_(id),
        device_(device),
        inputs_(inputs),
        outputs_(outputs),
        state_(state) {}

  virtual void allocate_output(int i) = 0;
  // Whether output `i` now has the memory of that input.
  virtual bool take_over(int input, int i) = 0;

  const Graph& graph_;
  NodeId id_;
  Device& device_;
  std::span<const Tensor* const> inputs_;
  std::span<Tensor> outputs_;
  std::unique_ptr<KernelState>& state_;
};

}  // namespace graphrun
