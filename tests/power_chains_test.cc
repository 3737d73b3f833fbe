#include <fmt/format.h>

#include <bit>

#include "catch.h"
#include "passes_fixture.h"

namespace graphrun {
namespace {

using passes_fixture::after;
using passes_fixture::only;
using passes_fixture::Passed;

// M to the power n as n - 1 products, each of M and the one before.
std::string chain(int n, const std::string& fetch) {
  return fmt::format(R"(
nodes:
  - {{name: m, op: Const, value: [[1.0, 1.0], [0.0, 1.0]]}}
  - let: {{x: m}}
  - for: i
    range: [2, {}]
    nodes: [{{op: MatMul, name: p$i, inputs: [m, x], as: x}}]
fetch: [{}]
)",
                     n + 1, fetch);
}

ProductCount products(const Passed& passed) { return passed.reports.back().products.value(); }

TEST_CASE("a chain of nine products is four, which keep their names") {
  Passed passed(chain(10, "p10"), only("power"));
  CHECK(
      passed.graph() ==
      "m = Const[value=Tensor<type: float shape: [2,2] values: [1 1][0]...>]() : float32 [2,2] on "
      "/cpu:0\n"
      "p2 = MatMul(m, m) : float32 [2,2] on /cpu:0\n"
      "p4 = MatMul(p2, p2) : float32 [2,2] on /cpu:0\n"
      "p8 = MatMul(p4, p4) : float32 [2,2] on /cpu:0\n"
      "p10 = MatMul(p8, p2) : float32 [2,2] on /cpu:0\n");
  CHECK(products(passed) == ProductCount{9, 4});
  CHECK(passed.results()[0].as<float>()[1] == 10.0F);
}

TEST_CASE("n - 1 products are never more than twice the logarithm of n") {
  for (const int n : {2, 3, 4, 5, 7, 8, 15, 16, 31, 63, 64, 100, 1000}) {
    Passed passed(chain(n, fmt::format("p{}", n)), only("power"));
    INFO(n);
    CHECK(products(passed).written == static_cast<std::size_t>(n - 1));
    CHECK(products(passed).run <= 2 * (std::bit_width(static_cast<unsigned>(n)) - 1));
    CHECK(passed.results()[0].as<float>()[1] == static_cast<float>(n));
  }
}

TEST_CASE("powers of one matrix share their squares, and what else is read stays") {
  Passed passed(chain(10, "p7, p10"), only("power"));
  // 2 4 8, 10 = 8 + 2, 7 = 4 + 3 and 3 = 2 + 1
  CHECK(products(passed) == ProductCount{9, 6});
  CHECK(passed.results()[0].as<float>()[1] == 7.0F);
  CHECK(passed.results()[1].as<float>()[1] == 10.0F);
}

TEST_CASE("a chain that would not be shorter stays as it is written") {
  const std::string every = chain(5, "p2, p3, p4, p5");
  CHECK(after("power", every) == after("none", every));
}

TEST_CASE("the other order, and powers of powers, are powers too") {
  Passed passed(R"(
nodes:
  - {name: m, op: Const, value: [[1.0, 1.0], [0.0, 1.0]]}
  - {name: a, op: MatMul, inputs: [m, m]}
  - {name: b, op: MatMul, inputs: [a, m]}
  - {name: c, op: MatMul, inputs: [b, b]}
  - {name: d, op: MatMul, inputs: [c, b]}
  - {name: e, op: MatMul, inputs: [d, b]}
  - {name: f, op: MatMul, inputs: [e, a]}
  - {name: g, op: MatMul, inputs: [f, a]}
fetch: [g]
)",
                only("power"));
  CHECK(
      passed.graph() ==
      "m = Const[value=Tensor<type: float shape: [2,2] values: [1 1][0]...>]() : float32 [2,2] on "
      "/cpu:0\n"
      "a = MatMul(m, m) : float32 [2,2] on /cpu:0\n"
      "g/power_4 = MatMul(a, a) : float32 [2,2] on /cpu:0\n"
      "g/power_8 = MatMul(g/power_4, g/power_4) : float32 [2,2] on /cpu:0\n"
      "g = MatMul(g/power_8, g/power_8) : float32 [2,2] on /cpu:0\n");
  CHECK(passed.results()[0].as<float>()[1] == 16.0F);
}

TEST_CASE("transposed, of other matrices, on another device or waiting it is no power") {
  const std::string text = R"(
nodes:
  - {name: m, op: Const, value: [[1.0, 1.0], [0.0, 1.0]], device: /cpu:0}
  - {name: n, op: Const, value: [[1.0, 2.0], [0.0, 1.0]], device: /cpu:0}
  - {name: a, op: MatMul, inputs: [m, m], device: /cpu:0}
  - {name: b, op: MatMul, inputs: [a, m], device: /gpu:0}
  - {name: c, op: MatMul, inputs: [b, m], transpose_a: true, device: /gpu:0}
  - {name: d, op: MatMul, inputs: [c, n], device: /gpu:0}
  - {name: e, op: MatMul, inputs: [d, m, ^a], device: /gpu:0}
fetch: [e]
)";
  CHECK(after("power", text, 1) == after("none", text, 1));
}

TEST_CASE("powers are not shortened unless rounding may change") {
  const std::string text = chain(10, "p10");
  CHECK(Passed(text, {.off = {"fold"}}).program.graph.size() == 10);
  CHECK(Passed(text, {.off = {"fold"}, .reassociate = true}).program.graph.size() == 5);
}

}  // namespace
}  // namespace graphrun
