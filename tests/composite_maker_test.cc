#include "model/composite_maker.h"

#include "catch.h"
#include "model_fixture.h"

using graphrun::model_fixture::complaints_about;
using graphrun::model_fixture::expanded;
using graphrun::model_fixture::fetches_of;
using graphrun::model_fixture::graph_of;

TEST_CASE("an op may stand for several nodes, which share what its entry says") {
  CHECK(graph_of(R"(
nodes:
  - {name: a, op: Const, value: 1.0}
  - {name: b, op: NoOp}
  - {name: w, op: Variable, inputs: a, device: /gpu:0, control_inputs: b}
)") == "a = Const\n"
       "b = NoOp\n"
       "w = VariableV2(^b) on /gpu:0\n"
       "w/Assign = Assign(w, a, ^b) on /gpu:0 with w\n"
       "w/read = Identity(w, ^b) on /gpu:0 with w\n");
}

TEST_CASE("a variable is read by its label or name, and itself where an op assigns to it") {
  CHECK(graph_of(R"(
nodes:
  - {name: c, op: Identity, inputs: w}
  - {name: a, op: Const, value: 1.0}
  - {name: w, op: Variable, inputs: a, as: v}
  - {name: d, op: Add, inputs: [v, w]}
  - {name: e, op: Assign, inputs: [v, d]}
  - {name: f, op: Assign, inputs: [w, d]}
)") == "c = Identity(w/read)\n"
       "a = Const\n"
       "w = VariableV2\n"
       "w/Assign = Assign(w, a) with w\n"
       "w/read = Identity(w) with w\n"
       "d = Add(w/read, w/read)\n"
       "e = Assign(w, d)\n"
       "f = Assign(w, d)\n");
}

TEST_CASE("what initialises a variable is neither fetched nor forgotten") {
  const std::string file = R"(
nodes:
  - {name: a, op: Const, value: 1.0}
  - {name: w, op: Variable, inputs: a}
)";
  CHECK(fetches_of(file) == "w/read");
  const auto model = expanded(file);
  REQUIRE(model.initializers.size() == 1);
  CHECK(model.graph.node(model.initializers[0].variable).name == "w");
  CHECK(model.graph.node(model.initializers[0].assign).name == "w/Assign");
}

TEST_CASE("what an op that stands for several nodes reads must stand before it") {
  CHECK(complaints_about("nodes:\n"
                         "  - {name: w, op: Variable, inputs: a}\n"
                         "  - {name: a, op: Const, value: 1.0}\n") ==
        "m.yaml:2:19: what a Variable names must stand before it\n"
        " 2 |   - {name: w, op: Variable, inputs: a}\n"
        "   |                   ^");
}

TEST_CASE("an op that assigns wants a variable") {
  CHECK(complaints_about("nodes:\n"
                         "  - {name: a, op: Const, value: 1.0}\n"
                         "  - {op: Assign, inputs: [a, a]}\n") ==
        "m.yaml:3:27: 'Assign' Op requires that input 'ref' be a mutable tensor (e.g.: a "
        "tf.Variable)\n"
        " 3 |   - {op: Assign, inputs: [a, a]}\n"
        "   |                           ^");
}
