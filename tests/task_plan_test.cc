#include "runtime/task_plan.h"

#include <fmt/format.h>

#include <string>

#include "catch.h"
#include "plan_fixture.h"

namespace graphrun {
namespace {

using session_fixture::machine;
using session_fixture::Planned;

// "[x one a] [big] [b c]<0,1": the steps of each task, and the tasks that it waits for.
std::string tasks(const Planned& planned) {
  const TaskPlan made = make_tasks(planned.model.graph, planned.plan);
  std::vector<std::string> waits(made.tasks.size());
  for (TaskId id = 0; id < made.tasks.size(); ++id) {
    for (const TaskId later : made.successors_of(made.tasks[id])) {
      waits[later] += (waits[later].empty() ? "<" : ",") + std::to_string(id);
    }
  }
  std::string text;
  for (TaskId id = 0; id < made.tasks.size(); ++id) {
    const Task& task = made.tasks[id];
    std::string names;
    for (StepId number = task.first; number < task.first + task.steps; ++number) {
      const Step& step = planned.plan.steps[number];
      names += (names.empty() ? "" : " ") + std::string(step.is_copy ? "copy " : "") +
               std::string(planned.model.graph.node(step.node).name);
    }
    text += fmt::format("{}[{}]{}", id == 0 ? "" : " ", names, waits[id]);
  }
  return text;
}

const std::string kSmall = "  - {name: x, op: Const, value: [1.0]}\n";
const std::string kLarge = "  - {name: m, op: Const, shape: [100, 100], value: 1.0}\n";

TEST_CASE("small steps that follow one another are one task") {
  CHECK(tasks(Planned(kSmall + "  - {name: a, op: Neg, inputs: [x]}\n"
                               "  - {name: b, op: Neg, inputs: [x]}\n"
                               "  - {name: c, op: Add, inputs: [a, b]}\n",
                      machine(0), {"c"})) == "[x a b c]");
}

TEST_CASE("a large step is a task of its own") {
  CHECK(tasks(Planned(kSmall + kLarge +
                          "  - {name: p, op: MatMul, inputs: [m, m]}\n"
                          "  - {name: q, op: MatMul, inputs: [p, m]}\n",
                      machine(0), {"x", "q"})) == "[x] [m] [p]<1 [q]<1,2");
}

TEST_CASE("a small step that waits for nothing slow does not join those that do") {
  // c does not wait for p, so that q may run beside it.
  CHECK(tasks(Planned(kLarge + "  - {name: p, op: MatMul, inputs: [m, m]}\n"
                               "  - {name: axes, op: Const, dtype: int32, value: [0, 1]}\n"
                               "  - {name: s, op: Sum, inputs: [p, axes]}\n"
                               "  - {name: t, op: Neg, inputs: [s]}\n"
                               "  - {name: c, op: Const, value: 1.0}\n"
                               "  - {name: d, op: Neg, inputs: [c]}\n"
                               "  - {name: e, op: Add, inputs: [t, d]}\n",
                      machine(0), {"e"})) == "[m] [p]<0 [axes] [s]<1,2 [t]<3 [c d] [e]<4,5");
}

TEST_CASE("small steps that wait for the same slow one are one task") {
  CHECK(tasks(Planned("  - {name: x, op: Const, value: [1.0], device: /gpu:0}\n"
                      "  - {name: a, op: Neg, inputs: [x], device: /cpu:0}\n"
                      "  - {name: b, op: Exp, inputs: [x], device: /cpu:0}\n"
                      "  - {name: c, op: Add, inputs: [a, b], device: /cpu:0}\n",
                      machine(1), {"c"})) == "[x] [copy x]<0 [a b c]<1");
}

TEST_CASE("a task of small steps has an end") {
  const Planned planned(
      "  - {name: y_0, op: Const, value: 1.0}\n"
      "  - for: i\n"
      "    range: 2000\n"
      "    nodes:\n"
      "      - {name: y_$(i + 1), op: Neg, inputs: [y_$i]}\n",
      machine(0), {"y_2000"});
  const TaskPlan made = make_tasks(planned.model.graph, planned.plan);
  CHECK(made.tasks.size() > 2);
  CHECK(made.tasks.size() < 20);
  StepId next = 0;
  for (const Task& task : made.tasks) {
    CHECK(task.first == next);
    CHECK(task.cost_ns <= kLargeCostNs);
    next += task.steps;
  }
  CHECK(next == planned.plan.steps.size());
}

}  // namespace
}  // namespace graphrun
