#include "runtime/ready_tasks.h"

namespace graphrun {

bool ReadyTasks::is_worth_waking(TaskId next) const {
  if (waiting_ == 0 || tasks_.empty()) return false;
  return cost_ns_ >= kLargeCostNs || (next != kNoTask && plan_.tasks[next].cost_ns >= kLargeCostNs);
}

void ReadyTasks::push(std::span<const TaskId> tasks, TaskId next) {
  bool wakes = false;
  {
    const std::lock_guard lock(mutex_);
    for (const TaskId task : tasks) {
      tasks_.push(task);
      cost_ns_ += plan_.tasks[task].cost_ns;
    }
    wakes = is_worth_waking(next);
  }
  if (wakes) wake_.notify_one();
}

void ReadyTasks::push_from_outside(TaskId task) {
  bool wakes = false;
  {
    const std::lock_guard lock(mutex_);
    tasks_.push(task);
    cost_ns_ += plan_.tasks[task].cost_ns;
    wakes = waiting_ > 0;
  }
  if (wakes) wake_.notify_one();
}

TaskId ReadyTasks::take(const bool& is_over) {
  TaskId task = kNoTask;
  bool wakes = false;
  {
    std::unique_lock lock(mutex_);
    ++waiting_;
    wake_.wait(lock, [&] { return is_over || !tasks_.empty(); });
    --waiting_;
    if (tasks_.empty()) return kNoTask;
    task = tasks_.top();
    tasks_.pop();
    cost_ns_ -= plan_.tasks[task].cost_ns;
    wakes = is_worth_waking(task);
  }
  if (wakes) wake_.notify_one();
  return task;
}

void ReadyTasks::begin_run() {
  const std::lock_guard lock(mutex_);
  run_is_over_ = false;
}

void ReadyTasks::end_run() {
  {
    const std::lock_guard lock(mutex_);
    run_is_over_ = true;
  }
  wake_.notify_all();
}

void ReadyTasks::end() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  wake_.notify_all();
}

}  // namespace graphrun
