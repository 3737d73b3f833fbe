#include "runtime/executor.h"

#include <utility>

namespace graphrun {

Executor::Executor(const Graph& graph, const Placement& placement, const Plan& plan,
                   Devices& devices, SessionState& state, int inter_op_threads)
    : plan_(plan),
      tasks_(make_tasks(graph, plan)),
      caller_(workers_.add(0)),
      steps_(graph, placement, plan, devices, state, workers_),
      waits_(std::make_unique<std::atomic<std::uint32_t>[]>(tasks_.tasks.size())),
      ready_(tasks_) {
  make_lanes(inter_op_threads);
}

Executor::~Executor() {
  {
    const std::lock_guard lock(run_mutex_);
    ends_ = true;
  }
  run_begins_.notify_all();
  for (auto& queue : queues_) queue->thread.join();
  ready_.end();
  for (std::thread& thread : pool_) thread.join();
}

void Executor::make_lanes(int inter_op_threads) {
  for (LaneId lane = 1; lane < plan_.lanes.size(); ++lane) {
    queues_.push_back(std::make_unique<Queue>());
    queues_.back()->worker = &workers_.add(0);
  }
  std::size_t host_tasks = 0;
  for (TaskId id = 0; id < tasks_.tasks.size(); ++id) {
    const Task& task = tasks_.tasks[id];
    if (task.lane != 0) {
      queues_[task.lane - 1]->tasks.push_back(id);
      continue;
    }
    ++host_tasks;
    if (task.waits_for == 0) first_host_tasks_.push_back(id);
  }
  // All workers are there before any of them looks at the others.
  std::vector<Worker*> helpers;
  for (int i = 1; i < inter_op_threads && host_tasks > 1; ++i) {
    helpers.push_back(&workers_.add(static_cast<std::uint32_t>(i)));
  }
  for (auto& queue : queues_) {
    queue->thread = std::thread([this, &queue = *queue] { serve_queue(queue); });
  }
  for (Worker* worker : helpers) {
    pool_.emplace_back([this, worker] {
      while (true) {
        const TaskId task = ready_.take_as_helper();
        if (task == kNoTask) return;
        run_from(task, *worker);
      }
    });
  }
}

std::vector<HostTensor> Executor::run(std::span<const HostTensor> fed, RunRecord* record) {
  record_ = record;
  begin_ = std::chrono::steady_clock::now();
  if (record != nullptr) record->steps.assign(plan_.steps.size(), {});
  begin_run(fed);
  while (true) {
    const TaskId task = ready_.take_as_caller();
    if (task == kNoTask) break;
    run_from(task, caller_);
  }
  try {
    steps_.synchronize();
  } catch (...) {
    fail(std::current_exception());
  }
  if (failure_ != nullptr) {
    steps_.drop_tensors();
    std::rethrow_exception(std::exchange(failure_, nullptr));
  }
  std::vector<HostTensor> results = steps_.collect_results();
  if (record != nullptr) record->wall_ns = ns_since_begin();
  return results;
}

std::int64_t Executor::ns_since_begin() const {
  return std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin_).count();
}

void Executor::begin_run(std::span<const HostTensor> fed) {
  failed_ = false;
  steps_.begin_run(fed);
  for (TaskId id = 0; id < tasks_.tasks.size(); ++id) {
    waits_[id].store(tasks_.tasks[id].waits_for, std::memory_order_relaxed);
  }
  unfinished_ = tasks_.tasks.size();
  if (tasks_.tasks.empty()) return;
  ready_.begin_run();
  ready_.push(first_host_tasks_, kNoTask);
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
    for (const TaskId id : queue.tasks) {
      if (waits_[id].load(std::memory_order_acquire) != 0) {
        std::unique_lock lock(queue.mutex);
        queue.wake.wait(lock, [&] { return waits_[id].load(std::memory_order_acquire) == 0; });
      }
      run_task(tasks_.tasks[id], *queue.worker);
      finish(tasks_.tasks[id], false);
    }
  }
}

void Executor::run_from(TaskId task, Worker& worker) {
  while (task != kNoTask) {
    run_task(tasks_.tasks[task], worker);
    task = finish(tasks_.tasks[task], true);
  }
}

void Executor::run_task(const Task& task, Worker& worker) {
  worker.is_busy.store(true, std::memory_order_relaxed);
  for (StepId number = task.first; number < task.first + task.steps; ++number) {
    if (record_ == nullptr) {
      try_step(number, worker);
    } else {
      StepTime& time = record_->steps[number];
      time.thread = worker.number;
      time.begin_ns = ns_since_begin();
      try_step(number, worker);
      time.end_ns = ns_since_begin();
      time.bytes_in_use = steps_.bytes_in_use(number);
    }
    steps_.release_inputs(number);
  }
  worker.is_busy.store(false, std::memory_order_release);
}

void Executor::try_step(StepId number, Worker& worker) {
  if (failed_.load(std::memory_order_relaxed)) return;
  try {
    // A step whose time is taken is over when its device has done it.
    steps_.run(number, worker, record_ != nullptr);
  } catch (...) {
    fail(std::current_exception());
  }
}

void Executor::fail(std::exception_ptr failure) {
  const std::lock_guard lock(failure_mutex_);
  if (failure_ == nullptr) failure_ = std::move(failure);
  failed_.store(true, std::memory_order_relaxed);
}

TaskId Executor::finish(const Task& task, bool in_pool) {
  TaskId next = kNoTask;
  std::vector<TaskId> ready;
  for (const TaskId successor : tasks_.successors_of(task)) {
    if (waits_[successor].fetch_sub(1, std::memory_order_acq_rel) != 1) continue;
    const LaneId lane = tasks_.tasks[successor].lane;
    if (lane != 0) {
      Queue& queue = *queues_[lane - 1];
      { const std::lock_guard lock(queue.mutex); }  // so that it waits, or will look again
      queue.wake.notify_one();
    } else if (!in_pool) {
      ready_.push_from_outside(successor);
    } else if (next == kNoTask) {
      next = successor;
    } else {
      ready.push_back(successor);
    }
  }
  const bool next_is_large = next != kNoTask && tasks_.tasks[next].cost_ns >= kLargeCostNs;
  if (!ready.empty() || next_is_large) ready_.push(ready, next);
  if (unfinished_.fetch_sub(1, std::memory_order_acq_rel) == 1) ready_.end_run();
  return next;
}

}  // namespace graphrun
