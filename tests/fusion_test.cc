#include "catch.h"
#include "passes_fixture.h"

namespace graphrun {
namespace {

using passes_fixture::after;
using passes_fixture::only;
using passes_fixture::Passed;

TEST_CASE("element-wise nodes that read one another are one, named as the last") {
  CHECK(after("fuse", R"(
nodes:
  - {name: x, op: Placeholder, dtype: float32, shape: [2, 3]}
  - {name: two, op: Const, value: 2.0}
  - {name: a, op: Mul, inputs: [x, two]}
  - {name: b, op: Add, inputs: [a, x]}
  - {name: y, op: Tanh, inputs: b}
fetch: [y]
)") == "x = Placeholder[shape=[2,3]]() : float32 [2,3] on /cpu:0\n"
       "two = Const[value=Tensor<type: float shape: [] values: 2>]() : float32 [] on /cpu:0\n"
       "y = Mul+Add+Tanh[members=[\"a\", \"b\", \"y\"]](x, two) : float32 [2,3] on /cpu:0\n");
}

TEST_CASE("a node joins where all that read it are in the group, however many they are") {
  CHECK(after("fuse", R"(
nodes:
  - {name: x, op: Placeholder, dtype: float64, shape: [4]}
  - {name: a, op: Exp, inputs: x}
  - {name: b, op: Neg, inputs: a}
  - {name: c, op: Square, inputs: a}
  - {name: d, op: Sub, inputs: [b, c]}
  - {name: y, op: Maximum, inputs: [d, a]}
fetch: [y]
)") == "x = Placeholder[shape=[4]]() : float64 [4] on /cpu:0\n"
       "y = Exp+Neg+3 more[members=[\"a\", \"b\", \"c\", \"d\", \"y\"]](x) : float64 [4] on "
       "/cpu:0\n");
}

TEST_CASE("what others read, wait for or fetch is computed by itself") {
  const std::string x = R"(
nodes:
  - {name: x, op: Placeholder, dtype: float32, shape: [4]}
  - {name: a, op: Exp, inputs: x}
  - {name: y, op: Neg, inputs: a}
)";
  CHECK(after("fuse", x + "fetch: [y]\n") != after("none", x + "fetch: [y]\n"));
  for (const char* nodes :
       {"fetch: [y, a]\n", "  - {name: s, op: Sum, inputs: [a], axis: [0]}\nfetch: [y, s]\n",
        "  - {name: p, op: Placeholder, dtype: int32, shape: []}\n"
        "  - {name: s, op: Identity, inputs: [p, ^a]}\nfetch: [y, s]\n"}) {
    INFO(nodes);
    CHECK(after("fuse", x + nodes) == after("none", x + nodes));
  }
}

TEST_CASE("other shapes, types and devices, references and control inputs end a group") {
  const std::string text = R"(
nodes:
  - {name: x, op: Placeholder, dtype: float32, shape: [4]}
  - {name: row, op: Placeholder, dtype: float32, shape: [3, 4]}
  - {name: a, op: Neg, inputs: x, device: /cpu:0}
  - {name: b, op: Add, inputs: [a, row], device: /cpu:0}        # a is repeated
  - {name: c, op: Neg, inputs: b, device: /gpu:0}
  - {name: d, op: Cast, inputs: c, DstT: float64, device: /gpu:0}
  - {name: e, op: Neg, inputs: d, device: /gpu:0}
  - {name: f, op: Neg, inputs: [e, ^x], device: /gpu:0}
  - {name: g, op: Cast, inputs: f, DstT: int32, device: /cpu:0}
  - {name: h, op: Neg, inputs: g, device: /cpu:0}
  - {name: i, op: Neg, inputs: h, device: /cpu:0}
  - {name: v, op: VariableV2, dtype: float32, shape: [], device: /cpu:0}
  - {name: j, op: Neg, inputs: v, device: /cpu:0}
  - {name: k, op: Neg, inputs: j, device: /cpu:0}
fetch: [i, k]
)";
  CHECK(after("fuse", text, 1) == after("none", text, 1));
}

TEST_CASE("a shape that is still open does not matter where operands are scalars") {
  const std::string text = R"(
nodes:
  - {name: x, op: Placeholder, dtype: float32, shape: [-1, 2]}
  - {name: w, op: Placeholder, dtype: float32, shape: [-1, 2]}
  - {name: two, op: Const, value: 2.0}
  - {name: a, op: Add, inputs: [x, w]}       # may turn out to be broadcast
  - {name: b, op: Mul, inputs: [two, a]}
  - {name: y, op: Relu, inputs: b}
feeds: {x: {value: [[1, -2], [3, 4]]}, w: {value: [[1, 1]]}}
fetch: [y]
)";
  Passed passed(text, only("fuse"));
  CHECK(passed.graph().find("y = Mul+Relu[members=[\"b\", \"y\"]](a, two) : float32 [?,2]") !=
        std::string::npos);
  CHECK(passed.results()[0].as<float>()[2] == 8.0F);
}

TEST_CASE("a simulated GPU computes fused nodes in its own memory") {
  Passed passed(R"(
nodes:
  - device: /gpu:0
    nodes:
      - {name: x, op: Const, value: [1.0, -2.0, 3.0]}
      - {name: a, op: Mul, inputs: [x, x]}
      - {name: y, op: Sqrt, inputs: a}
fetch: [y]
)",
                only("fuse"), 1);
  CHECK(passed.graph().find("y = Mul+Sqrt[members=[\"a\", \"y\"]](x) : float32 [3] on /gpu:0") !=
        std::string::npos);
  CHECK(passed.results()[0].as<float>()[1] == 2.0F);
}

TEST_CASE("a long chain is cut, and nodes with the same program share an op") {
  std::string text =
      "nodes:\n  - {name: x, op: Placeholder, dtype: float32, shape: [1000]}\n"
      "  - let: {y: x}\n"
      "  - {repeat: 256, nodes: [{op: Neg, inputs: y, as: y}]}\n"
      "feeds: {x: {random_uniform: {low: 0, high: 1, seed: 1}}}\nfetch: [y]\n";
  Passed passed(text, only("fuse"));
  CHECK(passed.program.graph.size() == 5);
  CHECK(passed.program.made_ops.size() == 1);
  Passed plain(text, only("none"));
  CHECK(passed.results()[0].as<float>()[7] == plain.results()[0].as<float>()[7]);
}

}  // namespace
}  // namespace graphrun
