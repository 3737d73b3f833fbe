#include "placement/node_order.h"

#include <string>
#include <string_view>
#include <vector>

#include "catch.h"
#include "fakes.h"

namespace graphrun {
namespace {

std::string names(const Graph& graph, const std::vector<NodeId>& nodes) {
  std::string names;
  for (const NodeId id : nodes) {
    if (!names.empty()) names += ", ";
    names += graph.node(id).name;
  }
  return names;
}

std::string ordered(std::string_view text, NodeOrder order) {
  const Graph graph = fakes::fake_graph(text);
  return names(graph, ordered_nodes(graph, order));
}

std::string imported(std::string_view text, NodeOrder order) {
  const Graph graph = fakes::fake_graph(text);
  return names(graph, imported_nodes(graph, order));
}

constexpr std::string_view kMatMul = R"(
  - {name: a, op: Source}
  - {name: b, op: Source}
  - {name: MatMul, op: OnBoth, inputs: [a, b]}
)";

constexpr std::string_view kTwoTowers = R"(
  - {name: Const, op: Source}
  - {name: Const_1, op: Source}
  - {name: MatMul, op: OnBoth, inputs: [Const, Const_1]}
  - {name: Const_2, op: Source}
  - {name: Const_3, op: Source}
  - {name: MatMul_1, op: OnBoth, inputs: [Const_2, Const_3]}
  - {name: AddN, op: OnBoth, inputs: [MatMul, MatMul_1]}
)";

// matpow of the document about 0.12, with n = 3: a power's base is read by every product.
constexpr std::string_view kMatpow = R"(
  - {name: Placeholder, op: Source}
  - {name: Placeholder_1, op: Source}
  - {name: MatMul, op: OnBoth, inputs: [Placeholder, Placeholder]}
  - {name: MatMul_1, op: OnBoth, inputs: [Placeholder, MatMul]}
  - {name: MatMul_2, op: OnBoth, inputs: [Placeholder_1, Placeholder_1]}
  - {name: MatMul_3, op: OnBoth, inputs: [Placeholder_1, MatMul_2]}
  - {name: AddN, op: OnBoth, inputs: [MatMul_1, MatMul_3]}
)";

TEST_CASE("the guide's order is that of its logs") {
  CHECK(ordered(kMatMul, NodeOrder::guide) == "b, a, MatMul");
  CHECK(ordered(kTwoTowers, NodeOrder::guide) ==
        "Const_3, Const_2, MatMul_1, Const_1, Const, MatMul, AddN");
}

TEST_CASE("release 0.12 places sources that are read once last") {
  CHECK(ordered(kMatMul, NodeOrder::release_0_12) == "MatMul, b, a");
  CHECK(ordered(kTwoTowers, NodeOrder::release_0_12) ==
        "MatMul_1, MatMul, AddN, Const_3, Const_2, Const_1, Const");
}

TEST_CASE("release 0.12 places sources that are read more than once as any node") {
  CHECK(ordered(kMatpow, NodeOrder::release_0_12) ==
        "Placeholder_1, MatMul_2, MatMul_3, Placeholder, MatMul, MatMul_1, AddN");
}

TEST_CASE("release 0.12 places a source that nothing reads last") {
  CHECK(ordered(R"(
  - {name: a, op: Source}
  - {name: b, op: Source}
  - {name: c, op: OnBoth, inputs: [a]}
)",
                NodeOrder::release_0_12) == "c, b, a");
}

TEST_CASE("release 0.12 counts those that wait for a source among those that read it") {
  CHECK(ordered(R"(
  - {name: a, op: Source}
  - {name: b, op: OnBoth, inputs: [a]}
  - {name: c, op: Nothing, control_inputs: [a]}
)",
                NodeOrder::release_0_12) == "a, c, b");
}

TEST_CASE("release 1.15 places sources last, all in the order of the file") {
  CHECK(ordered(kMatMul, NodeOrder::release_1_15) == "MatMul, a, b");
  CHECK(ordered(kTwoTowers, NodeOrder::release_1_15) ==
        "MatMul, MatMul_1, AddN, Const, Const_1, Const_2, Const_3");
}

TEST_CASE("release 1.15 meets a node after all that it reads") {
  CHECK(imported(R"(
  - {name: sum, op: OnBoth, inputs: [late, early]}
  - {name: early, op: Source}
  - {name: after, op: Nothing, control_inputs: [sum]}
  - {name: late, op: Source}
)",
                 NodeOrder::release_1_15) == "early, late, sum, after");
}

TEST_CASE("nodes are imported in the same order until 0.12, and numbered by it") {
  for (const std::string_view text : {kMatMul, kTwoTowers, kMatpow}) {
    CHECK(imported(text, NodeOrder::guide) == ordered(text, NodeOrder::guide));
    CHECK(imported(text, NodeOrder::release_0_12) == ordered(text, NodeOrder::guide));
  }
  CHECK(imported(kMatMul, NodeOrder::release_1_15) == "a, b, MatMul");
}

TEST_CASE("the stack takes a node up as soon as the last of its inputs is taken") {
  CHECK(ordered(R"(
  - {name: a, op: Source}
  - {name: x, op: OnBoth, inputs: [a]}
  - {name: y, op: OnBoth, inputs: [a]}
  - {name: z, op: Nothing, control_inputs: [x]}
)",
                NodeOrder::guide) == "a, y, x, z");
}

TEST_CASE("a node that reads the same tensor twice is met once") {
  CHECK(ordered(R"(
  - {name: a, op: Source}
  - {name: b, op: OnBoth, inputs: [a, a]}
)",
                NodeOrder::guide) == "a, b");
}

TEST_CASE("a graph without nodes has no order") {
  for (const NodeOrder order :
       {NodeOrder::guide, NodeOrder::release_0_12, NodeOrder::release_1_15}) {
    CHECK(ordered_nodes(fakes::fake_graph("  []\n"), order).empty());
  }
}

TEST_CASE("a source has no inputs and makes one value") {
  const Graph graph = fakes::fake_graph(R"(
  - {name: value, op: Source}
  - {name: waits, op: Source, control_inputs: [value]}
  - {name: handle, op: Handle}
  - {name: reference, op: Variable}
  - {name: two, op: SourceOfTwo}
  - {name: none, op: Nothing}
  - {name: reads, op: OnBoth, inputs: [value]}
)");
  std::string sources;
  for (NodeId id = 0; id < graph.size(); ++id) {
    if (is_source(graph, id)) sources += std::string(graph.node(id).name) + " ";
  }
  CHECK(sources == "value waits handle ");
}

}  // namespace
}  // namespace graphrun
