#include "catch.h"
#include "passes_fixture.h"

namespace graphrun {
namespace {

using passes_fixture::after;

TEST_CASE("what the fetches do not need is left out") {
  CHECK(after("prune", R"(
nodes:
  - {name: x, op: Placeholder, dtype: float32, shape: [2]}
  - {name: unread, op: Neg, inputs: x}
  - {name: y, op: Exp, inputs: x}
  - {name: also_unread, op: Neg, inputs: y}
fetch: [y]
)") == "x = Placeholder[shape=[2]]() : float32 [2] on /cpu:0\n"
       "y = Exp(x) : float32 [2] on /cpu:0\n");
}

TEST_CASE("what a fetch waits for is needed") {
  CHECK(after("prune", R"(
nodes:
  - {name: x, op: Placeholder, dtype: float32, shape: [2]}
  - {name: before, op: Neg, inputs: x}
  - {name: y, op: Exp, inputs: [x, ^before]}
fetch: [y]
)") == "x = Placeholder[shape=[2]]() : float32 [2] on /cpu:0\n"
       "before = Neg(x) : float32 [2] on /cpu:0\n"
       "y = Exp(x, ^before) : float32 [2] on /cpu:0\n");
}

TEST_CASE("initial values are needed for the variables that are, and for no others") {
  CHECK(after("prune", R"(
nodes:
  - {name: one, op: Const, value: 1.0}
  - {name: v, op: Variable, inputs: one}
  - {name: w, op: Variable, inputs: one}
fetch: [v]
)") == "one = Const[value=Tensor<type: float shape: [] values: 1>]() : float32 [] on /cpu:0\n"
       "v = VariableV2[shape=[]]() : ref float32 [] on /cpu:0\n"
       "v/Assign = Assign(v, one) : ref float32 [] on /cpu:0\n");
}

}  // namespace
}  // namespace graphrun
