#include "runtime/tensor_shapes.h"

#include <string>

#include "catch.h"
#include "session_fixture.h"

namespace graphrun {
namespace {

using session_fixture::machine;
using session_fixture::Running;

// The shape of `of` once x, of shape [?,3], is fed two rows and `of` was planned for.
std::string shape_of(const std::string& nodes, const std::string& of) {
  Running graph("nodes:\n  - {op: Placeholder, name: x, dtype: float32, shape: [-1, 3]}\n" + nodes +
                    "feeds: {x: {value: [[1, 2, 3], [4, 5, 6]]}}\n",
                machine(1));
  const auto fetches = graph.fetches({of});
  graph.session.prepare(fetches);
  const TensorShapes shapes(graph.model.graph, graph.session.plan(), graph.session.fed());
  return to_string(shapes.of(fetches.front().output));
}

TEST_CASE("a fed tensor has the shape that it is fed with") { CHECK(shape_of("", "x") == "[2,3]"); }

TEST_CASE("what follows from a fed tensor has the shape that follows") {
  CHECK(shape_of("  - {op: Relu, name: r, inputs: [x]}\n"
                 "  - {op: Reshape, name: y, inputs: [r], shape: [3, -1]}\n",
                 "y") == "[3,2]");
}

TEST_CASE("a shape that is known before the run is the graph's") {
  CHECK(shape_of("  - {op: Const, name: c, value: [1, 2, 3, 4]}\n", "c") == "[4]");
}

TEST_CASE("a shape that only the run computes stays open") {
  CHECK(shape_of("  - {op: Shape, name: s, inputs: [x]}\n"
                 "  - {op: Fill, name: y, inputs: [s], value: 1.0}\n",
                 "y") == "<unknown>");
}

TEST_CASE("shapes that do not fit are left to the run to complain of") {
  CHECK(shape_of("  - {op: Reshape, name: y, inputs: [x], shape: [4, -1]}\n", "y") == "[4,?]");
}

}  // namespace
}  // namespace graphrun
