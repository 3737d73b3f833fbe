#include "catch.h"
#include "passes_fixture.h"

namespace graphrun {
namespace {

using passes_fixture::after;
using passes_fixture::only;
using passes_fixture::Passed;

TEST_CASE("nodes that hand on what they get are left out") {
  CHECK(after("cleanup", R"(
nodes:
  - {name: x, op: Placeholder, dtype: float32, shape: [2, 3]}
  - {name: identity, op: Identity, inputs: x}
  - {name: stop, op: StopGradient, inputs: identity}
  - {name: cast, op: Cast, inputs: stop, DstT: float32}
  - {name: same, op: Reshape, inputs: cast, shape: [2, 3]}
  - {name: one, op: AddN, inputs: [same]}
  - {name: y, op: Neg, inputs: one}
fetch: [y]
)") == "x = Placeholder[shape=[2,3]]() : float32 [2,3] on /cpu:0\n"
       "y = Neg(x) : float32 [2,3] on /cpu:0\n");
}

TEST_CASE("what changes something stays") {
  const std::string text = R"(
nodes:
  - {name: x, op: Placeholder, dtype: float32, shape: [2, 3]}
  - {name: cast, op: Cast, inputs: x, DstT: float64}
  - {name: flat, op: Reshape, inputs: cast, shape: [6]}
  - {name: sum, op: AddN, inputs: [flat, flat]}
fetch: [sum]
)";
  CHECK(Passed(text, only("cleanup")).program.graph.size() == 5);  // and Reshape's shape
}

TEST_CASE("transposes that undo each other are left out") {
  const std::string text = R"(
nodes:
  - {name: x, op: Placeholder, dtype: float32, shape: [2, 3, 4]}
  - {name: perm, op: Const, value: [1, 2, 0]}
  - {name: back, op: Const, value: [2, 0, 1]}
  - {name: turned, op: Transpose, inputs: [x, perm]}
  - {name: twice, op: Transpose, inputs: [turned, perm]}
  - {name: undone, op: Transpose, inputs: [turned, back]}
  - {name: y, op: Neg, inputs: undone}
fetch: [y, twice]
)";
  CHECK(after("cleanup", text) ==
        "x = Placeholder[shape=[2,3,4]]() : float32 [2,3,4] on /cpu:0\n"
        "perm = Const[value=Tensor<type: int32 shape: [3] values: 1 2 0>]() : int32 [3] on /cpu:0\n"
        "turned = Transpose(x, perm) : float32 [3,4,2] on /cpu:0\n"
        "twice = Transpose(turned, perm) : float32 [4,2,3] on /cpu:0\n"
        "y = Neg(x) : float32 [2,3,4] on /cpu:0\n");
}

TEST_CASE("a fetched tensor keeps its name when its node is left out") {
  Passed passed(R"(
nodes:
  - {name: x, op: Const, value: [1.0, 2.0]}
  - {name: y, op: Identity, inputs: x}
fetch: [y]
)",
                only("cleanup"));
  CHECK(passed.program.graph.size() == 1);
  REQUIRE(passed.program.fetches.size() == 1);
  CHECK(passed.program.fetches[0].name == "y");
  CHECK(passed.results()[0].as<float>()[1] == 2.0F);
}

TEST_CASE("who waits for a node that is left out waits for what it handed on") {
  CHECK(after("cleanup", R"(
nodes:
  - {name: x, op: Placeholder, dtype: float32, shape: [2]}
  - {name: y, op: Neg, inputs: x}
  - {name: z, op: Identity, inputs: y}
  - {name: w, op: Exp, inputs: [x, ^z]}
fetch: [w]
)") == "x = Placeholder[shape=[2]]() : float32 [2] on /cpu:0\n"
       "y = Neg(x) : float32 [2] on /cpu:0\n"
       "w = Exp(x, ^y) : float32 [2] on /cpu:0\n");
}

TEST_CASE("an Identity stays that waits, reads a variable or is on another device") {
  const std::string text = R"(
nodes:
  - {name: x, op: Placeholder, dtype: float32, shape: [], device: /cpu:0}
  - {name: waits, op: Identity, inputs: [x, ^x], device: /cpu:0}
  - {name: v, op: Variable, inputs: x, device: /cpu:0}
  - {name: there, op: Identity, inputs: x, device: /gpu:0}
  - {name: goes, op: Identity, inputs: there, device: /gpu:0}
  - {name: sum, op: AddN, inputs: [waits, v, goes], device: /gpu:0}
fetch: [sum]
)";
  CHECK(after("cleanup", text, 1) ==
        "x = Placeholder[shape=[]]() : float32 [] on /cpu:0\n"
        "waits = Identity(x, ^x) : float32 [] on /cpu:0\n"
        "v = VariableV2[shape=[]]() : ref float32 [] on /cpu:0\n"
        "v/Assign = Assign(v, x) : ref float32 [] on /cpu:0\n"
        "v/read = Identity(v) : float32 [] on /cpu:0\n"
        "there = Identity(x) : float32 [] on /gpu:0\n"
        "sum = AddN(waits, v/read, there) : float32 [] on /gpu:0\n");
}

}  // namespace
}  // namespace graphrun
