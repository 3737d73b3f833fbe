#include "graph/graph_order.h"

#include "catch.h"
#include "model_fixture.h"

namespace graphrun {
namespace {

std::string order_of(const std::string& text) {
  const Model model = model_fixture::expanded(text);
  std::string names;
  for (const NodeId id : model.graph.order()) {
    names += (names.empty() ? "" : " ") + std::string(model.graph.node(id).name);
  }
  return names;
}

TEST_CASE("a node comes after all that it reads and waits for") {
  CHECK(order_of(R"(
nodes:
  - {name: a, op: AddN, inputs: [b, c]}
  - {name: b, op: Identity, inputs: d}
  - {name: c, op: Const, value: 1, control_inputs: e}
  - {name: d, op: Const, value: 1}
  - {name: e, op: NoOp}
)") == "d b e c a");
}

TEST_CASE("of nodes that could come next the first in the file does") {
  CHECK(order_of(R"(
nodes:
  - {name: a, op: Identity, inputs: d}
  - {name: b, op: NoOp}
  - {name: c, op: NoOp}
  - {name: d, op: Const, value: 1}
  - {name: e, op: NoOp}
)") == "b c d a e");
}

TEST_CASE("a node that reads another twice waits for it once") {
  CHECK(order_of(R"(
nodes:
  - {name: a, op: AddN, inputs: [b, b, ^b]}
  - {name: b, op: Const, value: 1}
)") == "b a");
}

TEST_CASE("consumers are listed by edge, in the file's order") {
  const Model model = model_fixture::expanded(R"(
nodes:
  - {name: a, op: Identity, inputs: c}
  - {name: b, op: NoOp, control_inputs: c}
  - {name: c, op: Const, value: 1}
  - {name: d, op: AddN, inputs: [c, c]}
)");
  const auto consumers = model.graph.consumers(model.graph.find("c"));
  CHECK(std::vector<NodeId>(consumers.begin(), consumers.end()) == std::vector<NodeId>{0, 1, 3, 3});
}

}  // namespace
}  // namespace graphrun
