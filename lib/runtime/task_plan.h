// The steps of a plan in groups that are worth a thread's attention.
//
// Handing a step to another thread costs more than a small kernel does. So consecutive host steps
// of little work are one task: a thread runs them one after the other, with nothing to count or to
// lock between them. A task waits for all that any of its steps needs, which must not keep a step
// waiting for something slow that it does not need itself:
//
//   A step is *held* when it comes after a step that is not small: a large kernel, or a copy to or
//   from a GPU. It joins the task before it only if every held task or large step that it waits for
//   is one that the task waits for already, and if either it reads what the task makes or both wait
//   for the same ones.
//
// Every step is in one task. Tasks follow one another as their steps do, so that a task waits for
// earlier ones only.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/plan.h"

namespace graphrun {

using TaskId = std::uint32_t;

struct Task {
  StepId first = 0;
  std::uint32_t steps = 0;
  LaneId lane = 0;
  std::uint32_t cost_ns = 0;          // a guess, for small steps; others are kLargeCostNs
  std::uint32_t first_successor = 0;  // into TaskPlan::successors
  std::uint32_t successors = 0;
  std::uint32_t waits_for = 0;  // tasks
};

// From here on a step is large, and a task of small ones is full: waking a thread takes about half
// of it.
inline constexpr std::uint32_t kLargeCostNs = 20'000;

struct TaskPlan {
  std::vector<Task> tasks;
  std::vector<TaskId> successors;

  std::span<const TaskId> successors_of(const Task& task) const {
    return std::span(successors).subspan(task.first_successor, task.successors);
  }
};

TaskPlan make_tasks(const Graph& graph, const Plan& plan);

}  // namespace graphrun
