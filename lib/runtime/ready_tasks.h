// The host's tasks that could run now, the first in the plan first, and the threads that take them:
// the one that called run(), and helpers.
//
// Waking a thread costs more than a small task. So a thread that has made tasks ready wakes another
// only if there is enough for both, or if it goes on with a large task itself.

#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <queue>
#include <span>
#include <vector>

#include "runtime/task_plan.h"

namespace graphrun {

inline constexpr TaskId kNoTask = 0xffffffffu;

// Thread safe.
class ReadyTasks {
 public:
  explicit ReadyTasks(const TaskPlan& plan) : plan_(plan) {}

  // From a thread that takes tasks too; `next` is the one that it goes on with, or kNoTask.
  void push(std::span<const TaskId> tasks, TaskId next);
  // From a thread that does not.
  void push_from_outside(TaskId task);

  // Wait for a task. kNoTask: the run is over (caller), or there will be no more runs (helper).
  TaskId take_as_caller() { return take(run_is_over_); }
  TaskId take_as_helper() { return take(ends_); }

  void begin_run();
  void end_run();
  void end();

 private:
  TaskId take(const bool& is_over);
  bool is_worth_waking(TaskId next) const;  // somebody, when this thread is busy with `next`

  const TaskPlan& plan_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::priority_queue<TaskId, std::vector<TaskId>, std::greater<>> tasks_;
  std::uint64_t cost_ns_ = 0;  // of tasks_
  int waiting_ = 0;            // threads
  bool run_is_over_ = true;
  bool ends_ = false;
};

}  // namespace graphrun
