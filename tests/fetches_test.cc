#include "model/fetches.h"

#include "catch.h"
#include "model_fixture.h"

using graphrun::model_fixture::complaints_about;
using graphrun::model_fixture::expanded;
using graphrun::model_fixture::fetches_of;

TEST_CASE("fetch names nodes, outputs and labels, one or several") {
  const std::string nodes = R"(
nodes:
  - {name: x, op: Const, value: [1, 2]}
  - {name: s, op: Split, axis: 0, inputs: x, num_split: 2, as: parts}
)";
  CHECK(fetches_of(nodes + "fetch: x") == "x");
  CHECK(fetches_of(nodes + "fetch: [x, s:1, parts, parts:1, x]") == "x, s:1, parts, parts:1, x");
}

TEST_CASE("a list label is fetched tensor by tensor") {
  const std::string file = R"(
nodes:
  - {name: a, op: Const, value: 1, append: c}
  - {name: b, op: Const, value: 1, append: c}
)";
  CHECK(fetches_of(file + "fetch: c") == "a, b");
  CHECK(fetches_of(file + "fetch: [c:1]") == "c:1");
  CHECK(complaints_about("nodes: [{op: Const, value: 1, append: c}]\nfetch: c:1") ==
        "m.yaml:2:8: list 'c' holds 1 tensor, no 'c:1'\n"
        " 2 | fetch: c:1\n"
        "   |        ^");
}

TEST_CASE("a label goes by what it is bound to when the file ends, and hides a node") {
  const auto model = expanded(R"(
nodes:
  - {name: a, op: Const, value: 1}
  - {name: b, op: Const, value: 2, as: a}
  - {name: c, op: Const, value: 3, as: a}
fetch: a
)");
  REQUIRE(model.fetches.size() == 1);
  CHECK(model.graph.node(model.fetches[0].output.node).name == "c");
}

TEST_CASE("a fetch may be made of params") {
  CHECK(fetches_of("params: {which: b, all: [a, b]}\n"
                   "nodes: [{for: n, in: $all, nodes: [{op: Const, name: $n, value: 1}]}]\n"
                   "fetch: [$which, $all]") == "b, a, b");
}

TEST_CASE("without fetch every tensor that no node reads is fetched") {
  CHECK(fetches_of(R"(
nodes:
  - {name: x, op: Const, value: [1, 2, 3]}
  - {name: s, op: Split, axis: 0, inputs: x, num_split: 3}
  - {name: y, op: Identity, inputs: s:1}
  - {name: n, op: NoOp, control_inputs: y}
)") == "s, s:2, y");
}

TEST_CASE("an op without outputs can be fetched, and has no value") {
  const auto model = expanded("nodes: [{name: init, op: NoOp}]\nfetch: init");
  REQUIRE(model.fetches.size() == 1);
  CHECK(!model.fetches[0].has_value);
}

TEST_CASE("a fetch that is not there is an error") {
  CHECK(complaints_about("nodes: [{name: sum, op: Const, value: 1, as: total}]\n"
                         "fetch: [suum, sum:1, totl, ^sum, [sum]]\n") ==
        "m.yaml:2:9: there is no node or label 'suum'\n"
        " 2 | fetch: [suum, sum:1, totl, ^sum, [sum]]\n"
        "   |         ^ did you mean 'sum'?\n"
        "m.yaml:2:15: 'sum' (Const) has 1 output, no 'sum:1'\n"
        " 2 | fetch: [suum, sum:1, totl, ^sum, [sum]]\n"
        "   |               ^\n"
        "m.yaml:2:22: there is no node or label 'totl'\n"
        " 2 | fetch: [suum, sum:1, totl, ^sum, [sum]]\n"
        "   |                      ^ did you mean 'total'?\n"
        "m.yaml:2:28: there is no node or label '^sum'\n"
        " 2 | fetch: [suum, sum:1, totl, ^sum, [sum]]\n"
        "   |                            ^ did you mean 'sum'?\n"
        "m.yaml:2:34: expected the name of a node or a label, got a list\n"
        " 2 | fetch: [suum, sum:1, totl, ^sum, [sum]]\n"
        "   |                                  ^");
}
