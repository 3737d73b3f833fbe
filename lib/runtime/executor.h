// Carries out a plan, again and again.
//
// Tasks whose predecessors are done are run by the lane that they belong to. The host's lane is a
// pool: the calling thread and inter_op_threads - 1 others take whatever is ready, the first in the
// plan first; one thread alone therefore keeps to the plan's order. Each GPU's lanes have a thread
// each and work in the plan's order. Nothing waits but for what it needs.

#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "base/host_tensor.h"
#include "runtime/ready_tasks.h"
#include "runtime/run_record.h"
#include "runtime/step_runner.h"
#include "runtime/task_plan.h"
#include "runtime/workers.h"

namespace graphrun {

class Executor {
 public:
  // All arguments must outlive it.
  Executor(const Graph& graph, const Placement& placement, const Plan& plan, Devices& devices,
           SessionState& state, int inter_op_threads);
  ~Executor();

  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  // The fetched tensors, by fetch; empty ones for fetches without a value. `fed` is by plan.fed.
  // Throws what the first step to fail threw, with the node at fault; Error(interrupted) when asked
  // to end. Fills `record` where there is one. One thread at a time.
  std::vector<HostTensor> run(std::span<const HostTensor> fed, RunRecord* record = nullptr);

 private:
  // A GPU's queue: its tasks in order, and the thread that takes them.
  struct Queue {
    std::vector<TaskId> tasks;
    std::mutex mutex;
    std::condition_variable wake;
    Worker* worker = nullptr;
    std::thread thread;
  };

  void make_lanes(int inter_op_threads);
  void serve_queue(Queue& queue);

  void begin_run(std::span<const HostTensor> fed);
  // A host task, and then those that it made ready and goes on with.
  void run_from(TaskId task, Worker& worker);
  void run_task(const Task& task, Worker& worker);
  void try_step(StepId number, Worker& worker);
  void fail(std::exception_ptr failure);
  // The successor to go on with in this thread, or kNoTask.
  TaskId finish(const Task& task, bool in_pool);
  std::int64_t ns_since_begin() const;

  const Plan& plan_;
  const TaskPlan tasks_;
  Workers workers_;
  Worker& caller_;
  StepRunner steps_;
  std::unique_ptr<std::atomic<std::uint32_t>[]> waits_;  // by TaskId
  std::vector<TaskId> first_host_tasks_;                 // that wait for nothing
  std::atomic<std::size_t> unfinished_ = 0;

  ReadyTasks ready_;  // of the host's lane
  std::vector<std::thread> pool_;

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
