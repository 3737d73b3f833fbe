// Carries out a plan, again and again.
//
// Steps whose predecessors are done are run by the lane that they belong to. The host's lane is a
// pool: the calling thread and inter_op_threads - 1 others take whatever is ready, the first in the
// plan first. Each GPU's lanes have a thread each and work in the plan's order. A tensor's memory
// is given back by its last reader. Nothing waits but for what it needs.

#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <queue>
#include <span>
#include <thread>
#include <vector>

#include "base/host_tensor.h"
#include "runtime/devices.h"
#include "runtime/kernel_context.h"
#include "runtime/plan.h"
#include "runtime/run_record.h"

namespace graphrun {

// What kernels keep: by NodeId. Outlives the executors that use it.
using KernelStates = std::vector<std::unique_ptr<KernelState>>;

class Executor {
 public:
  // All arguments must outlive it.
  Executor(const Graph& graph, const Placement& placement, const Plan& plan, Devices& devices,
           KernelStates& states, int inter_op_threads);
  ~Executor();

  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  // The fetched tensors, by fetch; empty ones for fetches without a value. `fed` is by plan.fed.
  // Throws what the first step to fail threw, with the node at fault; Error(interrupted) when asked
  // to end. Fills `record` where there is one. One thread at a time.
  std::vector<HostTensor> run(std::span<const HostTensor> fed, RunRecord* record = nullptr);

 private:
  class StepContext;

  // What one thread is at.
  struct alignas(64) Worker {
    std::atomic<bool> busy = false;
    std::uint32_t number = 0;
  };
  // A GPU's queue: its steps in order, and the thread that takes them.
  struct Queue {
    std::vector<StepId> steps;
    std::mutex mutex;
    std::condition_variable wake;
    std::thread thread;
    Worker worker;
  };

  void start_threads(int inter_op_threads);
  void serve_queue(Queue& queue);
  void serve_pool(Worker& worker, std::stop_token stop);
  void work_until_done(Worker& worker);
  void run_chain(StepId step, Worker& worker);

  void run_step(StepId number, Worker& worker);
  void try_step(StepId number, const Step& step, Worker& worker);
  std::int64_t ns_since_begin() const;
  void run_kernel(StepId number, const Step& step, Worker& worker);
  void run_copy(const Step& step, Worker& worker);
  [[noreturn]] void complain_of_uninitialized(SlotId slot) const;
  Error at_node(const Error& error, const Step& step) const;
  void release_inputs(const Step& step);
  // The successor to go on with in this thread, or kNoStep.
  StepId finish(StepId number, const Step& step, bool in_pool);
  void make_ready(StepId number);
  void fail(std::exception_ptr failure);
  void begin_run(std::span<const HostTensor> fed);
  std::vector<HostTensor> collect_results();

  Memory& memory_of(SpaceId space);
  // Waits for others to give memory back before it gives up.
  void allocate(Buffer& buffer, SpaceId space, DType dtype, const Shape& shape, NodeId node,
                Worker& worker);
  [[noreturn]] void run_out(SpaceId space, DType dtype, const Shape& shape, NodeId node,
                            std::size_t bytes);
  bool others_are_busy(const Worker& worker) const;
  bool has_open_inputs(NodeId id) const;

  static constexpr StepId kNoStep = 0xffffffffu;

  const Graph& graph_;
  const Placement& placement_;
  const Plan& plan_;
  Devices& devices_;
  KernelStates& states_;

  // By SlotId.
  std::unique_ptr<Buffer[]> buffers_;
  std::vector<Tensor> slots_;
  std::unique_ptr<std::atomic<std::uint32_t>[]> readers_;
  // By position in plan.inputs: where a kernel reads; a variable's value is put aside for it.
  std::vector<const Tensor*> inputs_;
  std::vector<Tensor> values_of_variables_;
  std::vector<bool> reads_variables_;                    // by StepId
  std::vector<bool> has_open_inputs_;                    // by StepId
  std::unique_ptr<std::atomic<std::uint32_t>[]> waits_;  // by StepId
  std::atomic<std::size_t> unfinished_ = 0;

  std::mutex pool_mutex_;
  std::condition_variable pool_wake_;
  std::priority_queue<StepId, std::vector<StepId>, std::greater<>> ready_;
  int sleeping_ = 0;  // of the pool's threads
  std::vector<std::unique_ptr<Worker>> pool_workers_;
  std::vector<std::jthread> pool_;
  Worker caller_;

  std::vector<std::unique_ptr<Queue>> queues_;  // by LaneId - 1
  std::mutex run_mutex_;
  std::condition_variable run_begins_;
  std::uint64_t runs_ = 0;
  bool ends_ = false;

  RunRecord* record_ = nullptr;  // of the run now
  std::chrono::steady_clock::time_point begin_;

  std::mutex failure_mutex_;
  std::exception_ptr failure_;
  std::atomic<bool> failed_ = false;
};

}  // namespace graphrun
