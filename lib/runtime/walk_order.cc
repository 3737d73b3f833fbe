#include "runtime/walk_order.h"

#include <algorithm>
#include <functional>
#include <queue>

#include "runtime/task_plan.h"

namespace graphrun {
namespace {

constexpr TaskId kNoTask = 0xffffffffu;

class Walk {
 public:
  Walk(const Graph& graph, const Plan& plan, Copies copies)
      : plan_(plan), copies_(copies), tasks_(make_tasks(graph, plan)), queues_(plan.lanes.size()) {
    waits_.reserve(tasks_.tasks.size());
    for (TaskId id = 0; id < tasks_.tasks.size(); ++id) {
      const Task& task = tasks_.tasks[id];
      waits_.push_back(task.waits_for);
      if (task.lane != 0) {
        queues_[task.lane].tasks.push_back(id);
      } else if (task.waits_for == 0) {
        ready_.push(id);
      }
    }
  }

  std::vector<StepId> order() {
    std::vector<StepId> order;
    order.reserve(plan_.steps.size());
    while (order.size() < plan_.steps.size()) {
      const TaskId id = next();
      take(id);
      const Task& task = tasks_.tasks[id];
      for (std::uint32_t i = 0; i < task.steps; ++i) order.push_back(task.first + i);
    }
    return order;
  }

 private:
  struct Queue {
    std::vector<TaskId> tasks;
    std::size_t taken = 0;
  };

  // Of a lane: the task that it could take now, or kNoTask.
  TaskId head(LaneId lane) const {
    if (lane == 0) return chain_ != kNoTask ? chain_ : ready_.empty() ? kNoTask : ready_.top();
    const Queue& queue = queues_[lane];
    if (queue.taken == queue.tasks.size()) return kNoTask;
    const TaskId id = queue.tasks[queue.taken];
    return waits_[id] == 0 ? id : kNoTask;
  }

  bool is_for_copies(LaneId lane) const {
    const Lane::Kind kind = plan_.lanes[lane].kind;
    return kind == Lane::Kind::copies_in || kind == Lane::Kind::copies_out;
  }

  TaskId next() const {
    TaskId first = kNoTask;  // the greatest number
    for (LaneId lane = 0; lane < plan_.lanes.size(); ++lane) {
      const TaskId id = head(lane);
      if (copies_ == Copies::at_once && is_for_copies(lane) && id != kNoTask) return id;
      first = std::min(first, id);
    }
    return first;
  }

  // As the executor: a thread of the host goes on with the first task that it has made ready.
  void take(TaskId id) {
    const Task& task = tasks_.tasks[id];
    if (task.lane != 0) {
      ++queues_[task.lane].taken;
    } else if (id == chain_) {
      chain_ = kNoTask;
    } else {
      ready_.pop();
    }
    for (const TaskId successor : tasks_.successors_of(task)) {
      if (--waits_[successor] != 0 || tasks_.tasks[successor].lane != 0) continue;
      if (task.lane == 0 && chain_ == kNoTask) {
        chain_ = successor;
      } else {
        ready_.push(successor);
      }
    }
  }

  const Plan& plan_;
  Copies copies_;
  TaskPlan tasks_;
  std::vector<std::uint32_t> waits_;                                        // by TaskId
  std::vector<Queue> queues_;                                               // by LaneId
  std::priority_queue<TaskId, std::vector<TaskId>, std::greater<>> ready_;  // of the host
  TaskId chain_ = kNoTask;  // what the host's thread goes on with
};

}  // namespace

std::vector<StepId> walk_order(const Graph& graph, const Plan& plan, Copies copies) {
  return Walk(graph, plan, copies).order();
}

}  // namespace graphrun
