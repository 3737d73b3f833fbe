#include "runtime/run_work.h"

#include <set>
#include <string>
#include <vector>

#include "catch.h"
#include "session_fixture.h"

namespace graphrun {
namespace {

using session_fixture::machine;
using session_fixture::ops;
using session_fixture::Running;

// The work of the last of these nodes, all others being constants.
RunWork work_of(const std::string& nodes, const std::string& fetch = "y") {
  Running graph("nodes:\n" + nodes, machine(0));
  graph.run({fetch});
  const Plan& plan = graph.session.plan();
  return run_work(graph.model.graph, plan, FedShapes(graph.model.graph, plan, graph.session.fed()));
}

std::string constant(const std::string& name, const std::string& shape,
                     const std::string& value = "1.0") {
  return "  - {op: Const, name: " + name + ", shape: " + shape + ", value: " + value + "}\n";
}

void check(const RunWork& work, double operations, double bytes) {
  CHECK(work.operations == operations);
  CHECK(work.bytes == bytes);
  CHECK(work.unknown_nodes == 0);
}

TEST_CASE("a product is a multiplication and an addition for each pair that meets") {
  const std::string inputs = constant("a", "[2, 3]") + constant("b", "[3, 5]");
  check(work_of(inputs + "  - {op: MatMul, name: y, inputs: [a, b]}\n"), 2 * 2 * 3 * 5,
        4 * (2 * 3 + 3 * 5 + 2 * 5));
  const std::string turned = constant("a", "[3, 2]") + constant("b", "[5, 3]");
  check(
      work_of(turned +
              "  - {op: MatMul, name: y, inputs: [a, b], transpose_a: true, transpose_b: true}\n"),
      2 * 2 * 3 * 5, 4 * (2 * 3 + 3 * 5 + 2 * 5));
}

TEST_CASE("batches of products are so many products") {
  check(work_of(constant("a", "[7, 2, 3]") + constant("b", "[7, 3, 5]") +
                "  - {op: BatchMatMul, name: y, inputs: [a, b]}\n"),
        7 * 2 * 2 * 3 * 5, 7 * 4 * (2 * 3 + 3 * 5 + 2 * 5));
}

TEST_CASE("a convolution is two operations for each cell of its windows") {
  const std::string inputs = constant("x", "[1, 4, 4, 3]") + constant("f", "[2, 2, 3, 5]");
  check(
      work_of(inputs +
              "  - {op: Conv2D, name: y, inputs: [x, f], strides: [1, 1, 1, 1], padding: VALID}\n"),
      2 * (2 * 2 * 3) * (3 * 3 * 5), 4 * (48 + 60 + 45));
  const std::string depthwise = constant("x", "[1, 4, 4, 3]") + constant("f", "[2, 2, 3, 2]");
  check(work_of(depthwise +
                "  - {op: DepthwiseConv2dNative, name: y, inputs: [x, f], strides: [1, 1, 1, 1], "
                "padding: VALID}\n"),
        2 * (2 * 2) * (3 * 3 * 6), 4 * (48 + 24 + 54));
}

TEST_CASE("pooling is one operation for each cell of its windows") {
  check(work_of(constant("x", "[1, 4, 4, 3]") +
                "  - {op: MaxPool, name: y, inputs: [x], ksize: [1, 2, 2, 1], strides: [1, 2, 2, "
                "1], padding: VALID}\n"),
        4 * (2 * 2 * 3), 4 * (48 + 12));
}

TEST_CASE("element by element, an op is one operation for each element") {
  check(work_of(constant("a", "[2, 3]") + constant("b", "[3]") +
                "  - {op: Add, name: y, inputs: [a, b]}\n"),
        6, 4 * (6 + 3 + 6));
  check(work_of(constant("a", "[6]") + "  - {op: Exp, name: y, inputs: [a]}\n"), 6, 4 * 12);
  check(work_of(constant("a", "[6]") + constant("b", "[6]") + constant("c", "[6]") +
                "  - {op: AddN, name: y, inputs: [a, b, c]}\n"),
        12, 4 * 24);
}

TEST_CASE("a reduction is one operation for each element that it reads") {
  check(work_of(constant("a", "[2, 3]") + "  - {op: Const, name: axes, dtype: int32, value: [1]}\n"
                                          "  - {op: Sum, name: y, inputs: [a, axes]}\n"),
        6, 4 * (6 + 1 + 2));
}

TEST_CASE("a softmax is five operations for each element") {
  check(work_of(constant("a", "[2, 3]") + "  - {op: Softmax, name: y, inputs: [a]}\n"), 30, 4 * 12);
}

TEST_CASE("what only moves elements computes nothing") {
  check(work_of(constant("a", "[2, 3]") +
                "  - {op: Transpose, name: y, inputs: [a], perm: [1, 0]}\n"),
        0, 4 * 12 + 4 * 2);
}

TEST_CASE("what passes its memory on moves nothing") {
  check(work_of(constant("a", "[2, 3]") + "  - {op: Reshape, name: y, inputs: [a], shape: [6]}\n"),
        0, 0);
}

TEST_CASE("operations on integers are not floating-point operations") {
  const RunWork work =
      work_of(constant("a", "[4]", "1") + "  - {op: Add, name: y, inputs: [a, a]}\n");
  check(work, 0, 4 * 12);
}

TEST_CASE("work that is not known is said to be so") {
  const RunWork work = work_of(
      "  - {op: RandomUniform, name: x, dtype: float32, shape: [4], seed: 1}\n"
      "  - {op: Neg, name: y, inputs: [x]}\n");
  CHECK(work.operations == 4);
  CHECK(work.unknown_nodes == 1);
  CHECK(work.unknown_ops == std::vector<std::string>{"RandomUniform"});
}

TEST_CASE("work is told from shapes that are fed") {
  Running graph(
      "nodes:\n"
      "  - {op: Placeholder, name: x, dtype: float32, shape: [-1, 3]}\n"
      "  - {op: Relu, name: y, inputs: [x]}\n"
      "feeds: {x: {value: [[1, 2, 3], [4, 5, 6]]}}\n",
      machine(0));
  graph.run({"y"});
  const Plan& plan = graph.session.plan();
  const FedShapes shapes(graph.model.graph, plan, graph.session.fed());
  CHECK(run_work(graph.model.graph, plan, shapes).operations == 6);
}

// An op whose rule is missing shows up in GFLOP/s: it is left out on purpose, or not at all.
TEST_CASE("every op tells its work but those whose work is in their values") {
  std::set<std::string> silent;
  for (const OpDef* op : ops().sorted()) {
    if (op->work == nullptr && op->expand == nullptr) silent.insert(op->name);
  }
  CHECK(silent == std::set<std::string>{"AsString", "CountUpTo", "Multinomial",
                                        "RandomStandardNormal", "RandomUniform", "RandomUniformInt",
                                        "ReduceJoin", "StringJoin", "TopKV2", "Trace",
                                        "TruncatedNormal"});
}

TEST_CASE("copies are added up by their way") {
  Running graph(
      "nodes:\n"
      "  - {op: Placeholder, name: a, dtype: float32, shape: [2, 3]}\n"
      "  - {op: Placeholder, name: b, dtype: float32, shape: [2, 3]}\n"
      "  - {op: Add, name: c, inputs: [a, b], device: /gpu:0}\n"
      "  - {op: Neg, name: d, inputs: [c], device: /gpu:1}\n"
      "feeds: {a: {random_uniform: {seed: 1}}, b: {random_uniform: {seed: 2}}}\n",
      machine(2));
  graph.run({"d"});
  const Plan& plan = graph.session.plan();
  const auto routes = copy_routes(graph.model.graph, graph.placement, plan,
                                  FedShapes(graph.model.graph, plan, graph.session.fed()));
  const DeviceName cpu{};
  const DeviceName gpu0{.type = DeviceType::gpu};
  const DeviceName gpu1{.type = DeviceType::gpu, .id = 1};
  REQUIRE(routes.size() == 3);
  CHECK(routes[0].from == CopyRoute::End{cpu, true});
  CHECK(routes[0].to == CopyRoute::End{gpu0, false});
  CHECK(routes[0].copies == 2);
  CHECK(routes[0].bytes == 2 * 24);
  CHECK(routes[1].from == CopyRoute::End{gpu0, false});
  CHECK(routes[1].to == CopyRoute::End{gpu1, false});
  CHECK(routes[1].copies == 1);
  CHECK(routes[1].bytes == 24);
  CHECK(routes[2].from == CopyRoute::End{gpu1, false});
  CHECK(routes[2].to == CopyRoute::End{cpu, true});
  CHECK(routes[2].bytes == 24);
  CHECK(routes[2].unknown_copies == 0);
}

}  // namespace
}  // namespace graphrun
