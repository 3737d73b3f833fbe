// A fused node computes, to the bit, what its members do by themselves: chains of all element-wise
// ops in all places of an operand, of sizes around those of tiles and blocks.

#include "kernels/fused_run.h"

#include <fmt/format.h>

#include <cmath>
#include <random>

#include "catch.h"
#include "passes_fixture.h"

namespace graphrun {
namespace {

using passes_fixture::only;
using passes_fixture::ops;
using passes_fixture::Passed;

// Ops that are fused, of one operand or of two.
std::vector<std::string> fusible_ops(std::size_t operands) {
  std::vector<std::string> names;
  for (const OpDef* op : ops().sorted()) {
    if (!op->blocks.empty() && op->inputs.size() == operands) names.push_back(op->name);
  }
  return names;
}

// y, each value computed from the one before and from x, w, a scalar, or itself.
std::string chain(unsigned seed, int steps, int size, std::string_view dtype, bool functions) {
  std::mt19937 random(seed);
  const auto any = [&](const auto& all) { return all[random() % all.size()]; };
  const std::vector<std::string> cheap = {"Neg", "Abs", "Square", "Relu", "Relu6", "Sign"};
  const std::vector<std::string> unary = functions ? fusible_ops(1) : cheap;
  const std::vector<std::string> binary = fusible_ops(2);
  std::string text = fmt::format(R"(
nodes:
  - {{name: x, op: Placeholder, dtype: {0}, shape: [{1}]}}
  - {{name: w, op: Placeholder, dtype: {0}, shape: [{1}]}}
  - {{name: a, op: Const, dtype: {0}, value: 1.25}}
  - {{name: b, op: Const, dtype: {0}, value: [-0.75]}}
)",
                                 dtype, size);
  std::string y = "x";
  for (int step = 0; step < steps; ++step) {
    std::string inputs = y;
    std::string op = any(unary);
    if (random() % 3 != 0) {
      op = any(binary);
      const std::string other = any(std::vector<std::string>{"x", "w", "a", "b", y});
      const bool is_first = random() % 2 == 0;
      inputs = fmt::format("{}, {}", is_first ? y : other, is_first ? other : y);
    }
    y = fmt::format("n{}", step);
    text += fmt::format("  - {{name: {}, op: {}, inputs: [{}]}}\n", y, op, inputs);
  }
  return text + "feeds: {x: {random_normal: {seed: 1}}, w: {random_normal: {seed: 2}}}\nfetch: [" +
         y + "]\n";
}

template <typename T>
std::size_t first_difference(const HostTensor& a, const HostTensor& b) {
  const auto x = a.as<T>();
  const auto y = b.as<T>();
  for (std::size_t i = 0; i < x.size(); ++i) {
    const bool both_are_nan = x[i] != x[i] && y[i] != y[i];
    // Zeros have signs, which == does not see.
    const bool same = x[i] == y[i] && std::signbit(x[i]) == std::signbit(y[i]);
    if (!both_are_nan && !same) return i;
  }
  return x.size();
}

TEST_CASE("chains of element-wise ops compute the same fused") {
  for (const int size : {1, 2, 31, 127, 128, 129, 1000, 5000, 200'000}) {
    for (unsigned seed = 0; seed < (size > 100'000 ? 4 : 25); ++seed) {
      const bool is_double = seed % 2 == 1;
      const std::string text = chain(seed, 2 + static_cast<int>(seed % 12), size,
                                     is_double ? "float64" : "float32", seed % 3 == 0);
      INFO(text);
      Passed fused(text, only("fuse"));
      CHECK(fused.program.made_ops.size() == 1);
      const HostTensor got = fused.results()[0];
      const HostTensor expected = Passed(text, only("none")).results()[0];
      CHECK((is_double ? first_difference<double>(got, expected)
                       : first_difference<float>(got, expected)) == static_cast<std::size_t>(size));
    }
  }
}

TEST_CASE("every op that is fused has blocks of floats and doubles") {
  for (const std::size_t operands : {1, 2}) {
    const std::vector<std::string> names = fusible_ops(operands);
    CHECK(names.size() >= 10);
    for (const std::string& name : names) {
      INFO(name);
      CHECK(find_block(*ops().find(name), DType::float32) != nullptr);
      CHECK(find_block(*ops().find(name), DType::float64) != nullptr);
      CHECK(find_block(*ops().find(name), DType::int32) == nullptr);
    }
  }
}

TEST_CASE("values that several steps read, and branches, are kept in blocks") {
  for (const int size : {5, 128, 10'000}) {
    const std::string text = fmt::format(R"(
nodes:
  - {{name: x, op: Placeholder, dtype: float32, shape: [{0}]}}
  - {{name: a, op: Exp, inputs: x}}
  - {{name: b, op: Square, inputs: a}}
  - {{name: c, op: Mul, inputs: [b, a]}}
  - {{name: d, op: Neg, inputs: x}}
  - {{name: e, op: Tanh, inputs: d}}
  - {{name: f, op: Add, inputs: [e, c]}}
  - {{name: g, op: Sub, inputs: [f, b]}}
  - {{name: h, op: Mul, inputs: [g, e]}}
feeds: {{x: {{random_normal: {{seed: 1}}}}}}
fetch: [h]
)",
                                         size);
    Passed fused(text, only("fuse"));
    CHECK(fused.program.graph.size() == 2);
    CHECK(first_difference<float>(fused.results()[0], Passed(text, only("none")).results()[0]) ==
          static_cast<std::size_t>(size));
  }
}

TEST_CASE("nothing is computed of no elements") {
  const std::string text = R"(
nodes:
  - {name: x, op: Const, dtype: float32, value: 1.0, shape: [0, 3]}
  - {name: a, op: Exp, inputs: x}
  - {name: y, op: Neg, inputs: a}
fetch: [y]
)";
  CHECK(Passed(text, only("fuse")).results()[0].shape() == Shape{0, 3});
}

}  // namespace
}  // namespace graphrun
