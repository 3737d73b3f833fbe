#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catch.h"
#include "passes_fixture.h"

namespace graphrun {
namespace {

using passes_fixture::after;
using passes_fixture::only;
using passes_fixture::Passed;

// Two placeholders, and the order [1, 0] for Transpose.
std::string with_matrices(const std::string& nodes) {
  return R"(
nodes:
  - {name: x, op: Placeholder, dtype: float32, shape: [2, 3]}
  - {name: y, op: Placeholder, dtype: float32, shape: [2, 4]}
  - {name: swap, op: Const, value: [1, 0]}
)" + nodes;
}

constexpr std::string_view kMatrices =
    "x = Placeholder[shape=[2,3]]() : float32 [2,3] on /cpu:0\n"
    "y = Placeholder[shape=[2,4]]() : float32 [2,4] on /cpu:0\n";

TEST_CASE("a product reads its operand transposed instead of transposing it") {
  CHECK(after("transpose", with_matrices(R"(
  - {name: t, op: Transpose, inputs: [x, swap]}
  - {name: z, op: MatMul, inputs: [t, y]}
fetch: [z]
)")) == std::string(kMatrices) + "z = MatMul[transpose_a=true](x, y) : float32 [3,4] on /cpu:0\n");
}

TEST_CASE("two transpositions of an operand are none") {
  CHECK(after("transpose", with_matrices(R"(
  - {name: t, op: Transpose, inputs: [x, swap]}
  - {name: u, op: Transpose, inputs: [y, swap]}
  - {name: z, op: MatMul, inputs: [t, u], transpose_b: true}
  - {name: w, op: MatMul, inputs: [u, t], transpose_b: true}
fetch: [z, w]
)")) == std::string(kMatrices) +
            "z = MatMul[transpose_a=true](x, y) : float32 [3,4] on /cpu:0\n"
            "w = MatMul[transpose_a=true](y, x) : float32 [4,3] on /cpu:0\n");
}

TEST_CASE("batches of matrices are read transposed too, where only the last axes change places") {
  CHECK(after("transpose", R"(
nodes:
  - {name: x, op: Placeholder, dtype: float32, shape: [5, 2, 3]}
  - {name: y, op: Placeholder, dtype: float32, shape: [2, 5, 3]}
  - {name: last, op: Const, value: [0, 2, 1]}
  - {name: first, op: Const, value: [1, 0, 2]}
  - {name: t, op: Transpose, inputs: [x, last]}
  - {name: u, op: Transpose, inputs: [y, first]}
  - {name: z, op: BatchMatMul, inputs: [u, t]}
fetch: [z]
)") == "x = Placeholder[shape=[5,2,3]]() : float32 [5,2,3] on /cpu:0\n"
       "y = Placeholder[shape=[2,5,3]]() : float32 [2,5,3] on /cpu:0\n"
       "first = Const[value=Tensor<type: int32 shape: [3] values: 1 0 2>]() : int32 [3] on "
       "/cpu:0\n"
       "u = Transpose(y, first) : float32 [5,2,3] on /cpu:0\n"
       "z = BatchMatMul[adj_y=true](u, x) : float32 [5,2,2] on /cpu:0\n");
}

TEST_CASE("a transpose stays that others read, that is fetched or that is waited for") {
  for (const char* nodes : {R"(
  - {name: t, op: Transpose, inputs: [x, swap]}
  - {name: z, op: MatMul, inputs: [t, y]}
  - {name: n, op: Neg, inputs: t}
fetch: [z, n]
)",
                            R"(
  - {name: t, op: Transpose, inputs: [x, swap]}
  - {name: z, op: MatMul, inputs: [t, y]}
fetch: [z, t]
)",
                            R"(
  - {name: t, op: Transpose, inputs: [x, swap]}
  - {name: z, op: MatMul, inputs: [t, y]}
  - {name: n, op: Neg, inputs: [y, ^t]}
fetch: [z, n]
)"}) {
    CHECK(after("transpose", with_matrices(nodes)) == after("none", with_matrices(nodes)));
  }
}

TEST_CASE("long sums of floats are the same within a millionth, of doubles to the bit") {
  for (const char* dtype : {"float32", "float64"}) {
    const std::string text = fmt::format(R"(
nodes:
  - {{name: x, op: Placeholder, dtype: {0}, shape: [4096, 16]}}
  - {{name: y, op: Placeholder, dtype: {0}, shape: [16, 4096]}}
  - {{name: t, op: Transpose, inputs: [x], perm: [1, 0]}}
  - {{name: u, op: Transpose, inputs: [y], perm: [1, 0]}}
  - {{name: z, op: MatMul, inputs: [t, u]}}
feeds: {{x: {{random_normal: {{seed: 1}}}}, y: {{random_normal: {{seed: 2}}}}}}
fetch: [z]
)",
                                         dtype);
    Passed folded(text, only("transpose"));
    CHECK(folded.program.graph.size() == 3);
    const HostTensor got = folded.results()[0];
    const HostTensor expected = Passed(text, only("none")).results()[0];
    if (got.dtype() == DType::float64) {
      CHECK(std::ranges::equal(got.as<double>(), expected.as<double>()));
    } else {
      const float largest = std::ranges::max(expected.as<float>());
      for (std::size_t i = 0; i < 16 * 16; ++i) {
        CHECK(std::abs(got.as<float>()[i] - expected.as<float>()[i]) <= 2e-6F * largest);
      }
    }
  }
}

TEST_CASE("where a product may turn out not to fit, it is left as it is written") {
  const std::string text = R"(
nodes:
  - {name: x, op: Placeholder, dtype: float32, shape: [-1, 3]}
  - {name: y, op: Placeholder, dtype: float32, shape: [2, 4]}
  - {name: swap, op: Const, value: [1, 0]}
  - {name: t, op: Transpose, inputs: [x, swap]}
  - {name: z, op: MatMul, inputs: [t, y]}
fetch: [z]
)";
  CHECK(after("transpose", text) == after("none", text));
}

}  // namespace
}  // namespace graphrun
