#include "runtime/executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <string>

#include "base/complaint.h"
#include "graph/shape_context.h"
#include "runtime/bfc_report.h"
#include "runtime/interrupt.h"

namespace graphrun {
namespace {

// As TensorFlow's allocator waits for others to free memory before it gives up.
constexpr std::chrono::seconds kPatience{10};
// With nobody at work for so long, nobody will free any.
constexpr std::chrono::milliseconds kQuiet{20};
constexpr std::chrono::milliseconds kPause{1};

// A shape rule while the graph runs: all shapes and all values in host memory are known.
class RunShapes final : public ShapeContext {
 public:
  RunShapes(const Attributes& attributes, std::span<const Shape* const> shapes,
            std::span<Shape* const> outputs, std::span<const Tensor* const> inputs)
      : ShapeContext(attributes, shapes, outputs), inputs_(inputs) {}

  std::optional<HostTensor> value(int i) const override {
    const Tensor& input = *inputs_[static_cast<std::size_t>(i)];
    HostTensor value(input.dtype(), input.shape());
    if (is_string(input.dtype())) return std::nullopt;
    if (input.bytes() > 0) std::memcpy(value.mutable_data(), input.data(), input.bytes());
    return value;
  }

 private:
  std::span<const Tensor* const> inputs_;
};

void copy_strings(const Tensor& from, Tensor& to) {
  const auto source = from.as<const std::string>();
  std::copy(source.begin(), source.end(), to.as<std::string>().begin());
}

}  // namespace

class Executor::StepContext final : public KernelContext {
 public:
  StepContext(Executor& executor, const Step& step, Worker& worker)
      : KernelContext(executor.graph_, step.node,
                      *executor.devices_.devices[executor.placement_.nodes[step.node].device],
                      std::span(executor.inputs_).subspan(step.first_input, step.inputs),
                      std::span(executor.slots_).subspan(step.first_output, step.outputs),
                      executor.states_[step.node]),
        executor_(executor),
        step_(step),
        worker_(worker) {}

  Tensor allocate_kept(int i, DType dtype, const Shape& shape) override {
    Buffer& buffer = Buffer::create();
    Tensor tensor(buffer, dtype, shape);
    // The tensor owns the buffer, so that it is not lost when there is no memory; taking memory
    // wants no owner, since it is done before anybody reads.
    executor_.allocate(buffer, space_of_output(i), dtype, shape, step_.node, worker_);
    return tensor;
  }

  bool is_on_host(int i) const override {
    return executor_.plan_.spaces[space_of_output(i)].is_host;
  }

  void copy_from_host(int i, void* to, const void* from, std::size_t bytes) override {
    if (bytes == 0) return;
    if (is_on_host(i)) {
      std::memcpy(to, from, bytes);
    } else {
      device_.copy_from_host(to, from, bytes);
    }
  }

  // Checks that the inputs fit together, and tells the outputs' shapes.
  void infer_shapes();

 private:
  SpaceId space_of_output(int i) const {
    return executor_.plan_.slots[step_.first_output + static_cast<SlotId>(i)].space;
  }

  void allocate_output(int i) override {
    const Output& output = graph_.outputs(id_)[static_cast<std::size_t>(i)];
    const SlotId slot = step_.first_output + static_cast<SlotId>(i);
    const Shape& shape = output.shape.is_complete() ? output.shape : shape_now(i);
    Buffer& buffer = executor_.buffers_[slot];
    executor_.allocate(buffer, space_of_output(i), output.dtype, shape, step_.node, worker_);
    outputs_[static_cast<std::size_t>(i)] = Tensor(buffer, output.dtype, shape);
  }

  // The shape of output `i`, now that the inputs are there.
  const Shape& shape_now(int i) {
    if (shapes_now_.empty()) infer_shapes();
    const Shape& shape = shapes_now_[static_cast<std::size_t>(i)];
    if (!shape.is_complete()) {
      invalid(fmt::format("the shape of '{}' cannot be told: {}", node().name, to_string(shape)));
    }
    return shape;
  }

  Executor& executor_;
  const Step& step_;
  Worker& worker_;
  std::vector<Shape> shapes_now_;  // by output; empty while they are not inferred
};

// Shapes that were open before the run may not fit now.
void Executor::StepContext::infer_shapes() {
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
    RunShapes context(attributes(), shapes, outputs, inputs_);
    if (node().op->infer_shapes != nullptr) node().op->infer_shapes(context);
  } catch (const ShapeFault& fault) {
    std::string listed;
    for (const Shape* shape : shapes) listed += (listed.empty() ? "" : ", ") + to_string(*shape);
    invalid(fmt::format("{} for '{}' (op: '{}') with input shapes: {}.", fault.what, node().name,
                        node().op->name, listed));
  }
}

// Whether a node's inputs may turn out not to fit: a shape rule saw one that was open.
bool Executor::has_open_inputs(NodeId id) const {
  return graph_.node(id).op->infer_shapes != nullptr &&
         std::ranges::any_of(graph_.inputs(id), [&](OutputRef input) {
           return !graph_.output(input).shape.is_complete();
         });
}

Executor::Executor(const Graph& graph, const Placement& placement, const Plan& plan,
                   Devices& devices, KernelStates& states, int inter_op_threads)
    : graph_(graph),
      placement_(placement),
      plan_(plan),
      devices_(devices),
      states_(states),
      buffers_(std::make_unique<Buffer[]>(plan.slots.size())),
      slots_(plan.slots.size()),
      readers_(std::make_unique<std::atomic<std::uint32_t>[]>(plan.slots.size())),
      inputs_(plan.inputs.size()),
      values_of_variables_(plan.inputs.size()),
      reads_variables_(plan.steps.size()),
      has_open_inputs_(plan.steps.size()),
      waits_(std::make_unique<std::atomic<std::uint32_t>[]>(plan.steps.size())) {
  std::vector<bool> is_copied(plan.slots.size());
  for (StepId number = 0; number < plan.steps.size(); ++number) {
    const Step& step = plan.steps[number];
    if (step.is_copy) is_copied[step.first_output] = true;
    for (std::uint32_t i = 0; i < step.inputs; ++i) {
      const std::uint32_t at = step.first_input + i;
      const SlotId slot = plan.inputs[at];
      inputs_[at] = &slots_[slot];
      // A copy's source is looked at by run_copy; what was copied is a value.
      const bool is_ref = graph.output(plan.slots[slot].tensor).is_ref && !is_copied[slot];
      if (step.is_copy || !is_ref) continue;
      const OpDef& op = *graph.node(step.node).op;
      bool wants_variable = false;
      for (const ArgDef& arg : op.inputs) wants_variable = wants_variable || arg.is_ref;
      // The ops that take references take them first, and nothing but values after.
      if (wants_variable && i < op.inputs.size() && op.inputs[i].is_ref) continue;
      inputs_[at] = &values_of_variables_[at];
      reads_variables_[number] = true;
    }
  }
  for (StepId number = 0; number < plan.steps.size(); ++number) {
    const Step& step = plan.steps[number];
    has_open_inputs_[number] = !step.is_copy && has_open_inputs(step.node);
  }
  start_threads(inter_op_threads);
}

Executor::~Executor() {
  {
    const std::lock_guard lock(run_mutex_);
    ends_ = true;
  }
  run_begins_.notify_all();
  for (auto& queue : queues_) queue->thread.join();
  for (std::jthread& thread : pool_) thread.request_stop();
  { const std::lock_guard lock(pool_mutex_); }
  pool_wake_.notify_all();
  pool_.clear();  // joins
  // Tensors lie in buffers_, which must not go first.
  for (Tensor& slot : slots_) slot = Tensor();
  for (Tensor& value : values_of_variables_) value = Tensor();
}

void Executor::start_threads(int inter_op_threads) {
  for (LaneId lane = 1; lane < plan_.lanes.size(); ++lane) {
    queues_.push_back(std::make_unique<Queue>());
  }
  std::size_t host_steps = 0;
  for (StepId number = 0; number < plan_.steps.size(); ++number) {
    const LaneId lane = plan_.steps[number].lane;
    if (lane == 0) {
      ++host_steps;
    } else {
      queues_[lane - 1]->steps.push_back(number);
    }
  }
  for (auto& queue : queues_) {
    queue->thread = std::thread([this, &queue = *queue] { serve_queue(queue); });
  }
  const int helpers = host_steps > 1 ? inter_op_threads - 1 : 0;
  for (int i = 0; i < helpers; ++i) {
    Worker& worker = *pool_workers_.emplace_back(std::make_unique<Worker>());
    worker.number = static_cast<std::uint32_t>(i) + 1;
    pool_.emplace_back([this, &worker](const std::stop_token& stop) { serve_pool(worker, stop); });
  }
}

std::vector<HostTensor> Executor::run(std::span<const HostTensor> fed, RunRecord* record) {
  record_ = record;
  begin_ = std::chrono::steady_clock::now();
  if (record != nullptr) record->steps.assign(plan_.steps.size(), {});
  begin_run(fed);
  work_until_done(caller_);
  if (failure_ != nullptr) {
    for (Tensor& slot : slots_) slot = Tensor();
    std::rethrow_exception(std::exchange(failure_, nullptr));
  }
  std::vector<HostTensor> results = collect_results();
  if (record != nullptr) record->wall_ns = ns_since_begin();
  return results;
}

std::int64_t Executor::ns_since_begin() const {
  return std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin_).count();
}

void Executor::begin_run(std::span<const HostTensor> fed) {
  failed_ = false;
  for (SlotId slot = 0; slot < plan_.slots.size(); ++slot) {
    readers_[slot].store(plan_.slots[slot].readers, std::memory_order_relaxed);
  }
  for (StepId number = 0; number < plan_.steps.size(); ++number) {
    waits_[number].store(plan_.steps[number].waits_for, std::memory_order_relaxed);
  }
  for (std::size_t i = 0; i < plan_.fed.size(); ++i) {
    const SlotId slot = plan_.fed[i].slot;
    buffers_[slot].borrow(fed[i]);
    slots_[slot] = Tensor(buffers_[slot], fed[i].dtype(), fed[i].shape());
  }
  unfinished_ = plan_.steps.size();
  {
    const std::lock_guard lock(pool_mutex_);
    for (StepId number = 0; number < plan_.steps.size(); ++number) {
      const Step& step = plan_.steps[number];
      if (step.lane == 0 && step.waits_for == 0) ready_.push(number);
    }
    if (ready_.size() > 1) pool_wake_.notify_all();
  }
  {
    const std::lock_guard lock(run_mutex_);
    ++runs_;
  }
  run_begins_.notify_all();
}

void Executor::serve_queue(Queue& queue) {
  std::uint64_t served = 0;
  while (true) {
    {
      std::unique_lock lock(run_mutex_);
      run_begins_.wait(lock, [&] { return ends_ || runs_ > served; });
      if (ends_) return;
      ++served;
    }
    for (const StepId number : queue.steps) {
      if (waits_[number].load(std::memory_order_acquire) != 0) {
        std::unique_lock lock(queue.mutex);
        queue.wake.wait(lock, [&] { return waits_[number].load(std::memory_order_acquire) == 0; });
      }
      run_step(number, queue.worker);
      finish(number, plan_.steps[number], false);
    }
  }
}

void Executor::serve_pool(Worker& worker, std::stop_token stop) {
  while (true) {
    StepId number = kNoStep;
    {
      std::unique_lock lock(pool_mutex_);
      ++sleeping_;
      pool_wake_.wait(lock, [&] { return stop.stop_requested() || !ready_.empty(); });
      --sleeping_;
      if (stop.stop_requested()) return;
      number = ready_.top();
      ready_.pop();
    }
    run_chain(number, worker);
  }
}

void Executor::work_until_done(Worker& worker) {
  while (true) {
    StepId number = kNoStep;
    {
      std::unique_lock lock(pool_mutex_);
      pool_wake_.wait(lock, [&] { return unfinished_ == 0 || !ready_.empty(); });
      if (unfinished_ == 0) return;
      number = ready_.top();
      ready_.pop();
    }
    run_chain(number, worker);
  }
}

void Executor::run_chain(StepId number, Worker& worker) {
  while (number != kNoStep) {
    run_step(number, worker);
    number = finish(number, plan_.steps[number], true);
  }
}

void Executor::run_step(StepId number, Worker& worker) {
  const Step& step = plan_.steps[number];
  if (failed_.load(std::memory_order_relaxed)) {
    release_inputs(step);
    return;
  }
  worker.busy.store(true, std::memory_order_relaxed);
  if (record_ == nullptr) {
    try_step(number, step, worker);
    release_inputs(step);
  } else {
    StepTime& time = record_->steps[number];
    time.thread = worker.number;
    time.begin_ns = ns_since_begin();
    try_step(number, step, worker);
    time.end_ns = ns_since_begin();
    if (step.outputs > 0) {
      time.bytes_in_use = memory_of(plan_.slots[step.first_output].space).statistics().in_use_bytes;
    }
    release_inputs(step);
  }
  worker.busy.store(false, std::memory_order_release);
}

void Executor::try_step(StepId number, const Step& step, Worker& worker) {
  try {
    if (is_interrupted()) throw Error(ExitStatus::interrupted, "interrupted");
    if (step.is_copy) {
      run_copy(step, worker);
    } else {
      run_kernel(number, step, worker);
    }
  } catch (const Error& error) {
    fail(std::make_exception_ptr(at_node(error, step)));
  } catch (const ShapeFault& fault) {  // of a kernel that asks a shape rule's parts
    fail(std::make_exception_ptr(
        at_node(Error(ExitStatus::invalid, "InvalidArgumentError: " + fault.what), step)));
  } catch (...) {
    fail(std::current_exception());
  }
}

// The same error with the node's place in the file.
Error Executor::at_node(const Error& error, const Step& step) const {
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

void Executor::run_kernel(StepId number, const Step& step, Worker& worker) {
  const Node& node = graph_.node(step.node);
  const DeviceIndex device = placement_.nodes[step.node].device;
  if (reads_variables_[number]) {
    for (std::uint32_t at = step.first_input; at < step.first_input + step.inputs; ++at) {
      if (inputs_[at] != &values_of_variables_[at]) continue;
      values_of_variables_[at] = slots_[plan_.inputs[at]].variable()->value();
      if (!values_of_variables_[at].is_set()) complain_of_uninitialized(plan_.inputs[at]);
    }
  }
  const KernelDef* kernel = find_kernel(*node.op, devices_.devices[device]->kernels(), node.types);
  if (kernel == nullptr || kernel->run == nullptr) {
    throw Error(ExitStatus::device,
                fmt::format("this build has no kernel of {} for {}", node.op->name,
                            to_string(placement_.devices[device])));
  }
  StepContext context(*this, step, worker);
  if (has_open_inputs_[number]) context.infer_shapes();
  kernel->run(context);
}

void Executor::complain_of_uninitialized(SlotId slot) const {
  throw Error(ExitStatus::invalid,
              fmt::format("FailedPreconditionError: Attempting to use uninitialized value {}",
                          graph_.node(plan_.slots[slot].tensor.node).name));
}

void Executor::run_copy(const Step& step, Worker& worker) {
  Tensor source = slots_[plan_.inputs[step.first_input]];
  if (source.variable() != nullptr) source = source.variable()->value();
  if (!source.is_set()) complain_of_uninitialized(plan_.inputs[step.first_input]);
  const SlotId slot = step.first_output;
  const SpaceId from_space = plan_.slots[plan_.inputs[step.first_input]].space;
  const Space from = plan_.spaces[from_space];
  const Space to = plan_.spaces[plan_.slots[slot].space];
  Buffer& buffer = buffers_[slot];
  allocate(buffer, plan_.slots[slot].space, source.dtype(), source.shape(), step.node, worker);
  slots_[slot] = Tensor(buffer, source.dtype(), source.shape());
  const std::size_t bytes = source.bytes();
  if (bytes == 0) return;
  Device& target = *devices_.devices[to.device];
  Device& origin = *devices_.devices[from.device];
  if (is_string(source.dtype())) {
    copy_strings(source, slots_[slot]);
  } else if (from.is_host && to.is_host) {
    std::memcpy(buffer.data(), source.data(), bytes);
  } else if (from.is_host) {
    target.copy_from_host(buffer.data(), source.data(), bytes);
  } else if (to.is_host) {
    origin.copy_to_host(buffer.data(), source.data(), bytes);
  } else if (!target.copy_from_peer(buffer.data(), source.data(), bytes)) {
    const HostTensor staging(source.dtype(), source.shape());
    origin.copy_to_host(const_cast<void*>(staging.data()), source.data(), bytes);
    target.copy_from_host(buffer.data(), staging.data(), bytes);
  }
}

void Executor::release_inputs(const Step& step) {
  for (std::uint32_t at = step.first_input; at < step.first_input + step.inputs; ++at) {
    if (inputs_[at] == &values_of_variables_[at]) values_of_variables_[at] = Tensor();
    const SlotId slot = plan_.inputs[at];
    if (readers_[slot].fetch_sub(1, std::memory_order_acq_rel) == 1) slots_[slot] = Tensor();
  }
  for (SlotId slot = step.first_output; slot < step.first_output + step.outputs; ++slot) {
    if (plan_.slots[slot].readers == 0) slots_[slot] = Tensor();
  }
}

StepId Executor::finish(StepId, const Step& step, bool in_pool) {
  StepId next = kNoStep;
  for (const StepId successor : plan_.successors_of(step)) {
    if (waits_[successor].fetch_sub(1, std::memory_order_acq_rel) != 1) continue;
    if (in_pool && next == kNoStep && plan_.steps[successor].lane == 0) {
      next = successor;
    } else {
      make_ready(successor);
    }
  }
  if (unfinished_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    const std::lock_guard lock(pool_mutex_);
    pool_wake_.notify_all();
  }
  return next;
}

void Executor::make_ready(StepId number) {
  const LaneId lane = plan_.steps[number].lane;
  if (lane == 0) {
    {
      const std::lock_guard lock(pool_mutex_);
      ready_.push(number);
    }
    pool_wake_.notify_one();
  } else {
    Queue& queue = *queues_[lane - 1];
    { const std::lock_guard lock(queue.mutex); }  // so that it is either waiting or will look again
    queue.wake.notify_one();
  }
}

void Executor::fail(std::exception_ptr failure) {
  const std::lock_guard lock(failure_mutex_);
  if (failure_ == nullptr) failure_ = std::move(failure);
  failed_.store(true, std::memory_order_relaxed);
}

std::vector<HostTensor> Executor::collect_results() {
  std::vector<HostTensor> results;
  for (const SlotId slot : plan_.fetched) {
    if (slot == kNoSlotId) {
      results.emplace_back();
      continue;
    }
    Tensor tensor = slots_[slot];
    if (tensor.variable() != nullptr) tensor = tensor.variable()->value();
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

Memory& Executor::memory_of(SpaceId space) {
  Device& device = *devices_.devices[plan_.spaces[space].device];
  return plan_.spaces[space].is_host ? device.host_memory() : device.memory();
}

void Executor::allocate(Buffer& buffer, SpaceId space, DType dtype, const Shape& shape, NodeId node,
                        Worker& worker) {
  Memory& memory = memory_of(space);
  const auto elements = shape.checked_elements();
  const std::size_t each = bytes_per_element(dtype);
  if (!elements || static_cast<std::size_t>(*elements) > (std::size_t{1} << 60) / each) {
    run_out(space, dtype, shape, node, std::size_t{1} << 60);
  }
  const auto count = static_cast<std::size_t>(*elements);
  if (buffer.allocate(memory, dtype, count)) return;

  using Clock = std::chrono::steady_clock;
  const auto give_up = Clock::now() + kPatience;
  auto last_busy = Clock::now();
  worker.busy.store(false, std::memory_order_relaxed);
  while (Clock::now() < give_up && Clock::now() - last_busy < kQuiet && !is_interrupted()) {
    if (others_are_busy(worker)) last_busy = Clock::now();
    std::this_thread::sleep_for(kPause);
    if (buffer.allocate(memory, dtype, count)) {
      worker.busy.store(true, std::memory_order_relaxed);
      return;
    }
  }
  run_out(space, dtype, shape, node, count * each);
}

bool Executor::others_are_busy(const Worker& worker) const {
  const auto is_busy = [&](const Worker& other) {
    return &other != &worker && other.busy.load(std::memory_order_relaxed);
  };
  if (is_busy(caller_)) return true;
  for (const auto& other : pool_workers_) {
    if (is_busy(*other)) return true;
  }
  for (const auto& queue : queues_) {
    if (is_busy(queue->worker)) return true;
  }
  return false;
}

void Executor::run_out(SpaceId space, DType dtype, const Shape& shape, NodeId node,
                       std::size_t bytes) {
  Memory& memory = memory_of(space);
  const BfcStatistics statistics = memory.statistics();
  std::vector<MemoryHolder> holders;
  std::size_t known = 0;
  for (SlotId slot = 0; slot < plan_.slots.size(); ++slot) {
    if (buffers_[slot].memory() != &memory) continue;
    holders.push_back({graph_.tensor_name(plan_.slots[slot].tensor), buffers_[slot].bytes()});
    known += holders.back().bytes;
  }
  if (statistics.in_use_bytes > known) {
    holders.push_back({"constants, variables and other runs", statistics.in_use_bytes - known});
  }
  const DeviceName& device = placement_.devices[plan_.spaces[space].device];
  throw Error(
      ExitStatus::device,
      fmt::format("ResourceExhaustedError: OOM when allocating tensor with shape{} and type "
                  "{} on {} by allocator {}\n'{}' {}",
                  to_string(shape), message_name(dtype), to_string(device), memory.name(),
                  graph_.node(node).name,
                  out_of_memory_text(bytes, memory.name(), statistics, holders)));
}

}  // namespace graphrun
