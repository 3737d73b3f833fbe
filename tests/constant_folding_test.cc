#include "passes/constant_folding.h"

#include <fmt/format.h>

#include "catch.h"
#include "passes_fixture.h"

namespace graphrun {
namespace {

using passes_fixture::after;
using passes_fixture::only;
using passes_fixture::Passed;
using session_fixture::error_of;

TEST_CASE("what can be computed from constants is a constant, where it was") {
  const std::string text = R"(
nodes:
  - {name: a, op: Const, value: [1.0, 2.0], device: /cpu:0}
  - {name: b, op: Add, inputs: [a, a], device: /cpu:0}
  - {name: c, op: Mul, inputs: [b, a], device: /gpu:0}
  - {name: x, op: Placeholder, dtype: float32, shape: [2]}
  - {name: y, op: Mul, inputs: [x, c], device: /gpu:0}
fetch: [y]
)";
  CHECK(after("fold", text, 1) ==
        "c = Const[value=Tensor<type: float shape: [2] values: 2 8>]() : float32 [2] on /gpu:0\n"
        "x = Placeholder[shape=[2]]() : float32 [2] on /gpu:0\n"
        "y = Mul(x, c) : float32 [2] on /gpu:0\n");
}

TEST_CASE(
    "a fetched tensor is computed, and what it is computed from stays where it is fetched too") {
  Passed passed(R"(
nodes:
  - {name: a, op: Const, value: [[1.0, 2.0]]}
  - {name: b, op: MatMul, inputs: [a, a], transpose_b: true}
  - {name: c, op: Neg, inputs: b}
fetch: [c, b]
)",
                only("fold"));
  CHECK(passed.graph() ==
        "b = Const[value=Tensor<type: float shape: [1,1] values: [5]>]() : float32 [1,1] on "
        "/cpu:0\n"
        "c = Const[value=Tensor<type: float shape: [1,1] values: [-5]>]() : float32 [1,1] on "
        "/cpu:0\n");
  CHECK(passed.results()[0].as<float>()[0] == -5.0F);
}

TEST_CASE("stateful ops, variables, texts and what waits are not computed before the run") {
  const std::string text = R"(
nodes:
  - {name: n, op: Const, value: [2]}
  - {name: random, op: RandomUniform, inputs: n, dtype: float32, seed: 3}
  - {name: one, op: Const, value: 1.0}
  - {name: v, op: Variable, inputs: one}
  - {name: text, op: Const, value: [a, b]}
  - {name: joined, op: ReduceJoin, inputs: [text], axis: [0]}
  - {name: waits, op: Neg, inputs: [one, ^v]}
fetch: [random, v, joined, waits]
)";
  CHECK(after("fold", text) == after("none", text));
}

TEST_CASE("what fails is left to the run, and so is what needs it") {
  const std::string text = R"(
nodes:
  - {name: a, op: Const, value: [7, 8]}
  - {name: zero, op: Const, value: 0}
  - {name: b, op: Div, inputs: [a, zero]}
  - {name: c, op: Neg, inputs: b}
fetch: [c]
)";
  CHECK(after("fold", text) == after("none", text));
  const auto run = [&](std::string_view pass) {
    return error_of([&] { Passed(text, only(pass)).results(); });
  };
  CHECK(run("fold") == run("none"));
  CHECK(run("fold").starts_with("3: m.yaml:5:"));
}

TEST_CASE("large constants are not made, nor read") {
  const auto text = [](std::size_t elements) {
    return fmt::format(R"(
nodes:
  - {{name: a, op: Const, value: 1.0, shape: [{}]}}
  - {{name: b, op: Neg, inputs: a}}
  - {{name: n, op: Const, value: [{}]}}
  - {{name: c, op: Fill, inputs: [n], value: 1.0}}
  - {{name: sum, op: Sum, inputs: [a], axis: [0]}}
fetch: [b, c, sum]
)",
                       elements, elements);
  };
  const std::size_t most = kMostFoldedBytes / sizeof(float);
  CHECK(Passed(text(most), only("fold")).reports[0].sentence.starts_with("computed 3 of "));
  CHECK(Passed(text(most + 1), only("fold")).reports[0].sentence.starts_with("computed 0 of "));
}

TEST_CASE("only so much is made together") {
  // Each fills its share but the last, which there is no room for.
  const std::size_t nodes = kMostFoldedBytesTogether / kMostFoldedBytes;
  std::string text = "nodes:\n";
  std::string fetches;
  text += fmt::format("  - {{name: a, op: Const, value: 1.0, shape: [{}]}}\n",
                      kMostFoldedBytes / sizeof(float));
  for (std::size_t i = 0; i <= nodes; ++i) {
    text += fmt::format("  - {{name: n{}, op: Neg, inputs: a}}\n", i);
    fetches += fmt::format("{}n{}", i > 0 ? ", " : "", i);
  }
  const Passed passed(text + "fetch: [" + fetches + "]\n", only("fold"));
  CHECK(passed.reports[0].sentence == fmt::format("computed {} of {} nodes", nodes, nodes + 2));
}

}  // namespace
}  // namespace graphrun
