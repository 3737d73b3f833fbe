#include "catch.h"
#include "passes_fixture.h"

namespace graphrun {
namespace {

using passes_fixture::after;
using passes_fixture::only;
using passes_fixture::Passed;

TEST_CASE("equal nodes with equal inputs are one, and so are those that read them") {
  CHECK(after("merge", R"(
nodes:
  - {name: a, op: Const, value: [1.0, 2.0]}
  - {name: b, op: Const, value: [1.0, 2.0]}
  - {name: x, op: Exp, inputs: a}
  - {name: y, op: Exp, inputs: b}
  - {name: z, op: Sub, inputs: [x, y]}
fetch: [z, y]
)") == "a = Const[value=Tensor<type: float shape: [2] values: 1 2>]() : float32 [2] on /cpu:0\n"
       "x = Exp(a) : float32 [2] on /cpu:0\n"
       "z = Sub(x, x) : float32 [2] on /cpu:0\n");
}

TEST_CASE("nodes that differ in an attribute, an input, a type or their device stay apart") {
  const std::string text = R"(
nodes:
  - {name: a, op: Const, value: [[1.0]], device: /cpu:0}
  - {name: b, op: Const, value: [[1.0]], device: /gpu:0}
  - {name: c, op: Const, value: [[1.0]], dtype: float64, device: /cpu:0}
  - {name: d, op: Const, value: [1.0], device: /cpu:0}
  - {name: e, op: Const, value: [[-0.0]], device: /cpu:0}
  - {name: f, op: Const, value: [[0.0]], device: /cpu:0}
  - {name: p, op: MatMul, inputs: [a, e], device: /cpu:0}
  - {name: q, op: MatMul, inputs: [a, e], transpose_a: true, device: /cpu:0}
  - {name: r, op: MatMul, inputs: [e, a], device: /cpu:0}
  - {name: s, op: Cast, inputs: a, DstT: int32, device: /cpu:0}
  - {name: t, op: Cast, inputs: a, DstT: int64, device: /cpu:0}
fetch: [b, c, d, f, p, q, r, s, t]
)";
  CHECK(after("merge", text, 1) == after("none", text, 1));
}

TEST_CASE("placeholders, random numbers, variables and nodes that wait are not merged") {
  const std::string text = R"(
nodes:
  - {name: a, op: Placeholder, dtype: float32, shape: []}
  - {name: b, op: Placeholder, dtype: float32, shape: []}
  - {name: n, op: Const, value: [2]}
  - {name: x, op: RandomUniform, inputs: n, dtype: float32, seed: 3}
  - {name: y, op: RandomUniform, inputs: n, dtype: float32, seed: 3}
  - {name: v, op: VariableV2, dtype: float32, shape: []}
  - {name: w, op: VariableV2, dtype: float32, shape: []}
  - {name: before, op: Identity, inputs: v}
  - {name: set, op: Assign, inputs: [v, a, ^before]}
  - {name: behind, op: Identity, inputs: [v, ^set]}
  - {name: c, op: Neg, inputs: [a, ^set]}
  - {name: d, op: Neg, inputs: [a, ^set]}
fetch: [b, x, y, w, behind, c, d]
)";
  CHECK(after("merge", text) == after("none", text));
}

TEST_CASE("every output of a node is found in the one that stays") {
  Passed passed(R"(
nodes:
  - {name: x, op: Const, value: [1.0, 2.0]}
  - {name: axis, op: Const, value: 0}
  - {name: s, op: Split, inputs: [axis, x], num_split: 2}
  - {name: t, op: Split, inputs: [axis, x], num_split: 2}
fetch: ["s:0", "t:1"]
)",
                only("merge"));
  CHECK(passed.program.graph.find("t") == kNoNode);
  CHECK(passed.results()[1].as<float>()[0] == 2.0F);
}

}  // namespace
}  // namespace graphrun
