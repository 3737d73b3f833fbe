// Carries out the steps of a plan, one at a time on each thread: kernels, and copies between
// memories. Which step comes when is the executor's business.
//
// A tensor's memory is given back by its last reader, or passes to an output of that reader whose
// kernel writes in place.

#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/host_tensor.h"
#include "runtime/device_order.h"
#include "runtime/devices.h"
#include "runtime/plan.h"
#include "runtime/run_memory.h"
#include "runtime/session_state.h"

namespace graphrun {

class KernelContext;

class StepRunner {
 public:
  // All arguments must outlive it.
  StepRunner(const Graph& graph, const Placement& placement, const Plan& plan, Devices& devices,
             SessionState& state, const Workers& workers);
  ~StepRunner();

  StepRunner(const StepRunner&) = delete;
  StepRunner& operator=(const StepRunner&) = delete;

  // `fed` is by plan.fed.
  void begin_run(std::span<const HostTensor> fed);

  // REQUIRES: what the step waits for is done, or queued on a device; when it returns, so is the
  // step: `waits` for the device too. Throws what the kernel throws; an Error says where the node
  // is in the file. Each step may be on a thread of its own.
  void run(StepId number, Worker& worker, bool waits);
  // Its inputs have one reader less; called once for each step of a run, whether it ran or not.
  void release_inputs(StepId number);

  // In use, in the memory that the step's first output is in.
  std::size_t bytes_in_use(StepId number) const;

  // Waits for all devices. Throws Error(device) where work of one has failed.
  void synchronize() { order_.synchronize(); }
  // The fetched tensors, by fetch; empty ones for fetches without a value.
  std::vector<HostTensor> collect_results();
  // After a run that failed. No device may be at work.
  void drop_tensors();

 private:
  friend class StepContext;

  // What is known of a step before it runs.
  struct Prepared {
    void (*kernel)(KernelContext&) = nullptr;  // nullptr: a copy, or there is none
    Device* device = nullptr;
    bool reads_variables = false;
    bool has_open_inputs = false;
  };

  Prepared prepare(const Step& step, const std::vector<bool>& is_copied);
  void run_kernel(StepId number, const Step& step, Worker& worker);
  void run_copy(StepId number, const Step& step, Worker& worker);
  void copy_elements(StepId number, const Step& step, const Tensor& source, const Tensor& target);
  void read_variables(const Step& step);
  void drop_reader(SlotId slot);
  Error at_node(const Error& error, const Step& step) const;
  [[noreturn]] void complain_of_missing_kernel(NodeId node) const;
  [[noreturn]] void complain_of_uninitialized(SlotId slot) const;

  const Graph& graph_;
  const Placement& placement_;
  const Plan& plan_;
  Devices& devices_;
  SessionState& state_;
  RunMemory memory_;
  DeviceOrder order_;
  std::vector<Prepared> prepared_;  // by StepId

  // By SlotId.
  std::vector<Tensor> slots_;
  std::vector<char> has_known_shape_;  // before the run
  std::unique_ptr<std::atomic<std::uint32_t>[]> readers_;

  // By position in plan.inputs: where a kernel reads; a variable's value is put aside for it.
  std::vector<const Tensor*> inputs_;
  std::vector<Tensor> values_of_variables_;
};

}  // namespace graphrun
