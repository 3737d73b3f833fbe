#include "runtime/ready_tasks.h"

#include <thread>
#include <vector>

#include "catch.h"

namespace graphrun {
namespace {

// Small tasks, but for the last.
TaskPlan five_tasks() {
  TaskPlan plan;
  plan.tasks.assign(5, {.steps = 1, .cost_ns = 100});
  plan.tasks[4].cost_ns = kLargeCostNs;
  return plan;
}

TEST_CASE("the first ready task in the plan is taken first") {
  const TaskPlan plan = five_tasks();
  ReadyTasks ready(plan);
  ready.begin_run();
  ready.push(std::vector<TaskId>{3, 1, 2}, kNoTask);
  CHECK(ready.take_as_caller() == 1);
  CHECK(ready.take_as_caller() == 2);
  CHECK(ready.take_as_caller() == 3);
  ready.end_run();
  CHECK(ready.take_as_caller() == kNoTask);
}

TEST_CASE("a helper is woken when a thread leaves work behind for a large task") {
  const TaskPlan plan = five_tasks();
  ReadyTasks ready(plan);
  ready.begin_run();
  TaskId taken = kNoTask;
  std::thread helper([&] { taken = ready.take_as_helper(); });
  ready.push(std::vector<TaskId>{0}, 4);
  helper.join();
  CHECK(taken == 0);
}

TEST_CASE("a helper is woken by whoever takes no tasks itself") {
  const TaskPlan plan = five_tasks();
  ReadyTasks ready(plan);
  ready.begin_run();
  TaskId taken = kNoTask;
  std::thread helper([&] { taken = ready.take_as_helper(); });
  ready.push_from_outside(2);
  helper.join();
  CHECK(taken == 2);
}

TEST_CASE("helpers go when there will be no more runs") {
  const TaskPlan plan = five_tasks();
  ReadyTasks ready(plan);
  TaskId taken = 0;
  std::thread helper([&] { taken = ready.take_as_helper(); });
  ready.end();
  helper.join();
  CHECK(taken == kNoTask);
}

}  // namespace
}  // namespace graphrun
