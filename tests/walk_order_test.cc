#include "runtime/walk_order.h"

#include <algorithm>
#include <string>
#include <vector>

#include "catch.h"
#include "profile_fixture.h"

namespace graphrun {
namespace {

using profile_fixture::Profiled;

std::string order_of(const Profiled& made, Copies copies) {
  std::string text;
  for (const StepId number : walk_order(made.model.graph, made.plan, copies)) {
    const Step& step = made.plan.steps[number];
    text += text.empty() ? "" : ", ";
    text += step.is_copy ? "copy " : "";
    text += made.model.graph.node(step.node).name;
  }
  return text;
}

TEST_CASE("a thread of the host goes on with what it has made ready") {
  const Profiled made(
      "nodes:\n"
      "  - {op: Const, name: a, dtype: float32, shape: [100, 100], value: 1.0}\n"
      "  - {op: Const, name: b, dtype: float32, shape: [100, 100], value: 2.0}\n"
      "  - {op: Neg, name: c, inputs: [b]}\n"
      "  - {op: Neg, name: d, inputs: [a]}\n"
      "  - {op: Add, name: e, inputs: [c, d]}\n"
      "fetch: [e]\n",
      0);
  CHECK(order_of(made, Copies::in_turn) == "a, d, b, c, e");
}

TEST_CASE("a GPU computes in the plan's order, and its copies come at once or in turn") {
  const Profiled made(
      "nodes:\n"
      "  - {op: Const, name: a, value: 1.0, device: /cpu:0}\n"
      "  - {op: Const, name: b, value: 2.0, device: /cpu:0}\n"
      "  - {op: Neg, name: c, inputs: [a], device: /gpu:0}\n"
      "  - {op: Abs, name: d, inputs: [c], device: /gpu:0}\n"
      "  - {op: Add, name: e, inputs: [b, d], device: /gpu:0}\n"
      "fetch: [c, e]\n",
      1);
  CHECK(order_of(made, Copies::in_turn) == "a, b, copy a, c, d, copy b, e, copy c, copy e");
  CHECK(order_of(made, Copies::at_once) == "a, b, copy a, copy b, c, copy c, d, e, copy e");
}

TEST_CASE("an order has every step once, after what it waits for") {
  const Profiled made;
  for (const Copies copies : {Copies::at_once, Copies::in_turn}) {
    const std::vector<StepId> order = walk_order(made.model.graph, made.plan, copies);
    std::vector<std::size_t> place(order.size(), order.size());
    for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
    CHECK(std::ranges::count(place, order.size()) == 0);
    for (StepId number = 0; number < made.plan.steps.size(); ++number) {
      for (const StepId later : made.plan.successors_of(made.plan.steps[number])) {
        CHECK(place[number] < place[later]);
      }
    }
  }
}

}  // namespace
}  // namespace graphrun
