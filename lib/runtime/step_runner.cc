#include "runtime/step_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "base/complaint.h"
#include "graph/shape_context.h"
#include "runtime/interrupt.h"
#include "runtime/step_context.h"

namespace graphrun {
namespace {

void copy_strings(const Tensor& from, Tensor& to) {
  const auto source = from.as<const std::string>();
  std::copy(source.begin(), source.end(), to.as<std::string>().begin());
}

// The value of what a slot holds, which may be a variable.
Tensor value_of(const Tensor& tensor) {
  return tensor.variable() != nullptr ? tensor.variable()->value() : tensor;
}

}  // namespace

StepRunner::StepRunner(const Graph& graph, const Placement& placement, const Plan& plan,
                       Devices& devices, SessionState& state, const Workers& workers)
    : graph_(graph),
      placement_(placement),
      plan_(plan),
      devices_(devices),
      state_(state),
      memory_(graph, placement, plan, devices, state.buffers, workers),
      order_(plan, devices),
      slots_(plan.slots.size()),
      has_known_shape_(plan.slots.size()),
      readers_(std::make_unique<std::atomic<std::uint32_t>[]>(plan.slots.size())),
      inputs_(plan.inputs.size()),
      values_of_variables_(plan.inputs.size()) {
  for (SlotId slot = 0; slot < plan.slots.size(); ++slot) {
    has_known_shape_[slot] = graph.output(plan.slots[slot].tensor).shape.is_complete();
  }
  prepared_.reserve(plan.steps.size());
  std::vector<bool> is_copied(plan.slots.size());
  for (const Step& step : plan.steps) {
    if (step.is_copy) is_copied[step.first_output] = true;
    prepared_.push_back(prepare(step, is_copied));
  }
}

StepRunner::~StepRunner() { drop_tensors(); }  // they lie in memory_, which must not go first

StepRunner::Prepared StepRunner::prepare(const Step& step, const std::vector<bool>& is_copied) {
  Prepared prepared;
  const OpDef& op = *graph_.node(step.node).op;
  for (std::uint32_t i = 0; i < step.inputs; ++i) {
    const std::uint32_t at = step.first_input + i;
    const SlotId slot = plan_.inputs[at];
    inputs_[at] = &slots_[slot];
    // A copy's source is looked at by run_copy; what was copied is a value.
    const bool is_ref = graph_.output(plan_.slots[slot].tensor).is_ref && !is_copied[slot];
    if (step.is_copy || !is_ref) continue;
    // The ops that take references take them first, and nothing but values after.
    const bool wants_reference =
        i < op.inputs.size() && op.inputs[i].is_ref &&
        std::ranges::any_of(op.inputs, [](const ArgDef& arg) { return arg.is_ref; });
    if (wants_reference) continue;
    inputs_[at] = &values_of_variables_[at];
    prepared.reads_variables = true;
  }
  if (step.is_copy) return prepared;

  prepared.device = devices_.devices[placement_.nodes[step.node].device].get();
  const KernelDef* kernel =
      find_kernel(op, prepared.device->kernels(), graph_.node(step.node).types);
  if (kernel != nullptr) prepared.kernel = kernel->run;
  // Inputs that a shape rule saw open may turn out not to fit.
  prepared.has_open_inputs = op.infer_shapes != nullptr &&
                             std::ranges::any_of(graph_.inputs(step.node), [&](OutputRef input) {
                               return !graph_.output(input).shape.is_complete();
                             });
  return prepared;
}

void StepRunner::begin_run(std::span<const HostTensor> fed) {
  memory_.begin_run();
  for (SlotId slot = 0; slot < plan_.slots.size(); ++slot) {
    readers_[slot].store(plan_.slots[slot].readers, std::memory_order_relaxed);
  }
  for (std::size_t i = 0; i < plan_.fed.size(); ++i) {
    const SlotId slot = plan_.fed[i].slot;
    slots_[slot] = Tensor();  // the last run's is still there if that run only waited for it
    memory_.buffer(slot).borrow(fed[i]);
    slots_[slot] = Tensor(memory_.buffer(slot), fed[i].dtype(), fed[i].shape());
  }
}

void StepRunner::run(StepId number, Worker& worker, bool waits) {
  const Step& step = plan_.steps[number];
  try {
    if (is_interrupted()) throw Error(ExitStatus::interrupted, "interrupted");
    if (step.lane != 0) order_.before(step, number);
    if (step.is_copy) {
      run_copy(number, step, worker);
    } else {
      run_kernel(number, step, worker);
    }
    if (step.lane != 0) order_.after(step, number, waits);
  } catch (const Error& error) {
    throw at_node(error, step);
  } catch (const ShapeFault& fault) {  // of a kernel that asks a shape rule's parts
    throw at_node(Error(ExitStatus::invalid, "InvalidArgumentError: " + fault.what), step);
  }
}

void StepRunner::run_kernel(StepId number, const Step& step, Worker& worker) {
  const Prepared& prepared = prepared_[number];
  if (prepared.reads_variables) read_variables(step);
  if (prepared.kernel == nullptr) complain_of_missing_kernel(step.node);
  StepContext context(*this, step, *prepared.device, worker);
  if (prepared.has_open_inputs) context.infer_shapes();
  prepared.kernel(context);
}

void StepRunner::read_variables(const Step& step) {
  for (std::uint32_t at = step.first_input; at < step.first_input + step.inputs; ++at) {
    if (inputs_[at] != &values_of_variables_[at]) continue;
    values_of_variables_[at] = slots_[plan_.inputs[at]].variable()->value();
    if (!values_of_variables_[at].is_set()) complain_of_uninitialized(plan_.inputs[at]);
  }
}

void StepRunner::run_copy(StepId number, const Step& step, Worker& worker) {
  const SlotId from = plan_.inputs[step.first_input];
  const Tensor source = value_of(slots_[from]);
  if (!source.is_set()) complain_of_uninitialized(from);
  const SlotId to = step.first_output;
  Buffer& buffer = memory_.buffer(to);
  memory_.allocate(buffer, plan_.slots[to].space, source.dtype(), source.shape(), step.node,
                   worker);
  slots_[to] = Tensor::first_of(buffer, source.dtype(), source.shape());
  if (is_string(source.dtype())) {
    copy_strings(source, slots_[to]);
  } else if (source.bytes() > 0) {
    copy_elements(number, step, source, slots_[to]);
  }
}

void StepRunner::copy_elements(StepId number, const Step& step, const Tensor& source,
                               const Tensor& target) {
  const Space from = plan_.spaces[plan_.slots[plan_.inputs[step.first_input]].space];
  const Space to = plan_.spaces[plan_.slots[step.first_output].space];
  const std::size_t bytes = source.bytes();
  Device& from_device = *devices_.devices[from.device];
  Device& to_device = *devices_.devices[to.device];
  const DeviceQueue queue = order_.queue(step);
  if (from.is_host && to.is_host) {
    std::memcpy(target.data(), source.data(), bytes);
  } else if (to.is_host) {
    // A variable's value may have been queued by a step that this one does not wait for.
    if (slots_[plan_.inputs[step.first_input]].variable() != nullptr) {
      order_.behind_compute(step, number);
    }
    from_device.queue_copy_to_host(queue, target.data(), source.data(), bytes);
  } else {
    order_.behind_compute(step, number);
    if (from.is_host) {
      to_device.queue_copy_from_host(queue, target.data(), source.data(), bytes);
    } else if (!to_device.queue_copy_from_peer(queue, target.data(), source.data(), bytes)) {
      HostTensor staging(source.dtype(), source.shape());
      from_device.copy_to_host(staging.mutable_data(), source.data(), bytes);
      to_device.copy_from_host(target.data(), staging.data(), bytes);
    }
  }
}

void StepRunner::release_inputs(StepId number) {
  const Step& step = plan_.steps[number];
  for (std::uint32_t at = step.first_input; at < step.first_input + step.inputs; ++at) {
    if (inputs_[at] == &values_of_variables_[at]) values_of_variables_[at] = Tensor();
    drop_reader(plan_.inputs[at]);
  }
  for (SlotId slot = step.first_output; slot < step.first_output + step.outputs; ++slot) {
    if (plan_.slots[slot].readers == 0) slots_[slot] = Tensor();
  }
}

void StepRunner::drop_reader(SlotId slot) {
  // The only reader, or the last that is left, has nobody to race with.
  if (readers_[slot].load(std::memory_order_acquire) == 1 ||
      readers_[slot].fetch_sub(1, std::memory_order_acq_rel) == 1) {
    slots_[slot] = Tensor();
  }
}

std::size_t StepRunner::bytes_in_use(StepId number) const {
  const Step& step = plan_.steps[number];
  if (step.outputs == 0) return 0;
  return memory_.of(plan_.slots[step.first_output].space).statistics().in_use_bytes;
}

std::vector<HostTensor> StepRunner::collect_results() {
  std::vector<HostTensor> results;
  for (const SlotId slot : plan_.fetched) {
    if (slot == kNoSlotId) {
      results.emplace_back();
      continue;
    }
    const Tensor tensor = value_of(slots_[slot]);
    if (!tensor.is_set()) complain_of_uninitialized(slot);
    HostTensor result(tensor.dtype(), tensor.shape());
    if (is_string(tensor.dtype())) {
      const auto source = tensor.as<const std::string>();
      std::copy(source.begin(), source.end(), result.as_mutable<std::string>().begin());
    } else if (tensor.bytes() > 0) {
      std::memcpy(result.mutable_data(), tensor.data(), tensor.bytes());
    }
    results.push_back(std::move(result));
  }
  for (const SlotId slot : plan_.fetched) {
    if (slot != kNoSlotId) slots_[slot] = Tensor();
  }
  return results;
}

void StepRunner::drop_tensors() {
  for (Tensor& slot : slots_) slot = Tensor();
  for (Tensor& value : values_of_variables_) value = Tensor();
}

// The same error with the node's place in the file.
Error StepRunner::at_node(const Error& error, const Step& step) const {
  if (error.status() == ExitStatus::interrupted) return error;
  const Node& node = graph_.node(step.node);
  const DeviceName& device = placement_.device_of(step.node);
  const Complaint complaint{
      graph_.position(step.node), error.what(),
      fmt::format("while '{}' ({}) {} {}", node.name, node.op->name,
                  step.is_copy ? "was copied from" : "ran on", to_string(device)),
      ""};
  return {error.status(), to_string(complaint)};
}

void StepRunner::complain_of_missing_kernel(NodeId node) const {
  throw Error(ExitStatus::device,
              fmt::format("this build has no kernel of {} for {}", graph_.node(node).op->name,
                          to_string(placement_.device_of(node))));
}

void StepRunner::complain_of_uninitialized(SlotId slot) const {
  throw Error(ExitStatus::invalid,
              fmt::format("FailedPreconditionError: Attempting to use uninitialized value {}",
                          graph_.node(plan_.slots[slot].tensor.node).name));
}

}  // namespace graphrun
