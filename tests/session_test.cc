#include "runtime/session.h"

#include <algorithm>
#include <string>
#include <vector>

#include "catch.h"
#include "places.h"
#include "scratch_folder.h"
#include "session_fixture.h"

namespace graphrun {
namespace {

using session_fixture::error_of;
using session_fixture::kMiB;
using session_fixture::machine;
using session_fixture::Running;

using Floats = std::vector<float>;

// Each on a CPU alone, and with the variables on a simulated GPU.
constexpr auto kMachines = {0, 1};

std::vector<Phase> prepared_phases(Running& graph, const std::string& fetch) {
  PhaseTimes times;
  graph.session.prepare(graph.fetches({fetch}), &times);
  std::vector<Phase> phases;
  for (const PhaseTime& time : times) phases.push_back(time.phase);
  return phases;
}

TEST_CASE("preparing initialises, plans and feeds, where there is something to do") {
  Running graph(
      "nodes:\n"
      "  - {name: v, op: Variable, initial_value: 1.0}\n"
      "  - {name: x, op: Placeholder, dtype: float32, shape: []}\n"
      "  - {name: y, op: Add, inputs: [v, x]}\n"
      "feeds: {x: {value: 2.0}}\n",
      machine(0));
  using Phases = std::vector<Phase>;
  CHECK(prepared_phases(graph, "y") == Phases{Phase::initialize, Phase::plan, Phase::feed});
  CHECK(prepared_phases(graph, "y").empty());  // it is prepared
  CHECK(graph.elements("y") == Floats{3});
  Running bare("nodes:\n  - {name: c, op: Const, value: 1.0}\n", machine(0));
  CHECK(prepared_phases(bare, "c") == Phases{Phase::plan});
}

TEST_CASE("a variable keeps its value from run to run") {
  for (const int gpus : kMachines) {
    Running graph(
        "nodes:\n"
        "  - {name: count, op: Variable, initial_value: [10.0, 20.0], as: count}\n"
        "  - {name: one, op: Const, value: [1.0, 1.0]}\n"
        "  - {name: next, op: AssignAdd, inputs: [count, one]}\n"
        "  - {name: twice, op: Add, inputs: [count, count]}\n",
        machine(gpus));
    CHECK(graph.elements("next") == Floats{11, 21});
    CHECK(graph.elements("next") == Floats{12, 22});
    // Other fetches, and so another plan.
    CHECK(graph.elements("twice") == Floats{24, 44});
    CHECK(graph.elements("next") == Floats{13, 23});
  }
}

TEST_CASE("two sessions share no variable") {
  const std::string text =
      "nodes:\n"
      "  - {name: count, op: Variable, initial_value: 0.0, as: count}\n"
      "  - {name: one, op: Const, value: 1.0}\n"
      "  - {name: next, op: AssignAdd, inputs: [count, one]}\n";
  Running first(text, machine(1));
  Running second(text, machine(1));
  CHECK(first.elements("next") == Floats{1});
  CHECK(first.elements("next") == Floats{2});
  CHECK(second.elements("next") == Floats{1});
}

TEST_CASE("a variable is initialised after those that its initial value is computed from") {
  for (const int gpus : kMachines) {
    Running graph(
        "nodes:\n"
        "  - {name: first, op: Variable, initial_value: [1.0, 2.0], as: first}\n"
        "  - {name: twice, op: Add, inputs: [first, first]}\n"
        "  - {name: second, op: Variable, inputs: [twice], as: second}\n"
        "  - {name: sum, op: Add, inputs: [first, second]}\n"
        "  - {name: third, op: Variable, inputs: [sum], as: third}\n",
        machine(gpus));
    CHECK(graph.elements("third") == Floats{3, 6});
    CHECK(graph.elements("second") == Floats{2, 4});
  }
}

TEST_CASE("a variable is initialised once, when a run first needs it") {
  Running graph(
      "nodes:\n"
      "  - {name: shape, op: Const, value: [3]}\n"
      "  - {name: start, op: RandomUniform, inputs: [shape], seed: 1}\n"
      "  - {name: v, op: Variable, inputs: [start]}\n"
      "  - {name: unfed, op: Placeholder, dtype: float32, shape: [1]}\n"
      "  - {name: w, op: Variable, inputs: [unfed]}\n",
      machine(0));
  const Floats first = graph.elements("v/read");  // w is not asked for, so that it needs no feed
  CHECK(graph.elements("v/read") == first);
  CHECK(graph.elements("start") != first);  // the stream has gone on
  CHECK(graph.elements("v/read") == first);
}

TEST_CASE("the value of a variable that nothing has set is an error that names it") {
  const std::string text =
      "nodes:\n"
      "  - {name: v, op: VariableV2, dtype: float32, shape: [1]}\n"
      "  - {name: one, op: Const, value: [1.0]}\n"
      "  - {name: read, op: Identity, inputs: [v]}\n"
      "  - {name: more, op: AssignAdd, inputs: [v, one]}\n"
      "  - {name: set, op: Assign, inputs: [v, one]}\n";
  Running graph(text, machine(0));
  CHECK(error_of([&] { graph.run({"read"}); }) ==
        "3: m.yaml:4:5: FailedPreconditionError: Attempting to use uninitialized value v\n"
        " 4 |   - {name: read, op: Identity, inputs: [v]}\n"
        "   |     ^ while 'read' (Identity) ran on /job:localhost/replica:0/task:0/device:CPU:0");
  CHECK(error_of([&] { graph.run({"more"}); }) ==
        "3: m.yaml:5:5: FailedPreconditionError: Attempting to use uninitialized value v\n"
        " 5 |   - {name: more, op: AssignAdd, inputs: [v, one]}\n"
        "   |     ^ while 'more' (AssignAdd) ran on /job:localhost/replica:0/task:0/device:CPU:0");
  CHECK(error_of([&] { graph.run({"v"}); }) ==
        "3: FailedPreconditionError: Attempting to use uninitialized value v");
  CHECK(graph.elements("set") == Floats{1});
  CHECK(graph.elements("read") == Floats{1});
}

TEST_CASE("a variable's value is read on another device, after what the reader waits for") {
  Running graph(
      "nodes:\n"
      "  - device: /gpu:0\n"
      "    nodes:\n"
      "      - {name: v, op: VariableV2, dtype: float32, shape: [1]}\n"
      "      - {name: two, op: Const, value: [2.0]}\n"
      "      - {name: set, op: Assign, inputs: [v, two]}\n"
      "      - {name: more, op: AssignAdd, inputs: [v, two]}\n"
      "  - device: /cpu:0\n"
      "    nodes:\n"
      "      - {name: at_once, op: Identity, inputs: [v]}\n"
      "      - {name: after_set, op: Identity, inputs: [v], control_inputs: [set]}\n"
      "      - {name: after_more, op: Identity, inputs: [v], control_inputs: [more]}\n",
      machine(1));
  CHECK(graph.elements("after_set") == Floats{2});
  CHECK(graph.elements("at_once") == Floats{2});
  CHECK(graph.elements("after_more") == Floats{4});
  CHECK(graph.elements("at_once") == Floats{4});
}

TEST_CASE("constants and variables stay in memory between runs, nothing else does") {
  Running graph(
      "nodes:\n"
      "  - {name: x, op: Const, value: 1.0, shape: [512, 512], device: /gpu:0}\n"
      "  - {name: y, op: Add, inputs: [x, x], device: /gpu:0}\n"
      "  - {name: z, op: Add, inputs: [y, x], device: /gpu:0}\n",
      machine(1));
  Memory& memory = graph.devices.devices[1]->memory();
  CHECK(memory.statistics().in_use_bytes == 0);
  graph.run({"z"});
  CHECK(memory.statistics().in_use_bytes == kMiB);
  graph.run({"z"});
  graph.run({"y"});
  CHECK(memory.statistics().in_use_bytes == kMiB);
}

TEST_CASE("a chain of any length needs the memory of a few tensors") {
  std::string text =
      "nodes:\n"
      "  - device: /gpu:0\n"
      "    nodes:\n"
      "      - {name: x, op: Placeholder, dtype: float32, shape: [512, 512], as: y}\n"
      "      - {repeat: 200, nodes: [{op: Add, inputs: [y, y], as: z}, {op: Sub, inputs: [z, y],"
      " as: y}]}\n"
      "feeds: {x: {value: 1}}\n"
      "fetch: [y]\n";
  Running graph(text, machine(1, 5 * kMiB));
  const HostTensor result = graph.session.run(graph.model.fetches).front();
  CHECK(result.as<float>()[512 * 512 - 1] == 1);
  const BfcStatistics statistics = graph.devices.devices[1]->memory().statistics();
  CHECK(statistics.peak_in_use_bytes <= 4 * kMiB);
  CHECK(statistics.in_use_bytes == 0);
}

TEST_CASE("a tensor is kept for all its readers") {
  // x is read at the beginning and at the end of a chain.
  Running graph(
      "nodes:\n"
      "  - device: /gpu:0\n"
      "    nodes:\n"
      "      - {name: x, op: Placeholder, dtype: float32, shape: [512, 512], as: y}\n"
      "      - {repeat: 20, nodes: [{op: Identity, inputs: [y], as: y}]}\n"
      "      - {repeat: 20, nodes: [{op: Add, inputs: [x, y], as: y}]}\n"
      "feeds: {x: {value: 1}}\n"
      "fetch: [y]\n",
      machine(1, 5 * kMiB));
  CHECK(graph.session.run(graph.model.fetches).front().as<float>()[0] == 21);
}

TEST_CASE("what does not fit names who asked, how much, and who holds the memory") {
  Running graph(
      "nodes:\n"
      "  - device: /gpu:0\n"
      "    nodes:\n"
      "      - {name: x, op: Placeholder, dtype: float32, shape: [512, 512]}\n"
      "      - {name: y, op: Add, inputs: [x, x]}\n"
      "      - {name: z, op: MatMul, inputs: [y, x]}\n"
      "feeds: {x: {value: 1}}\n",
      machine(1, 2 * kMiB));
  CHECK(error_of([&] { graph.run({"z"}); }) ==
        "4: m.yaml:6:9: ResourceExhaustedError: OOM when allocating tensor with shape[512,512] "
        "and type float on /job:localhost/replica:0/task:0/device:GPU:0 by allocator GPU_0_bfc\n"
        "'z' needs 1.00MiB; 2.00MiB of 2.00MiB are in use by GPU_0_bfc; the largest free block is "
        "0B\n"
        "most of it is held by\n"
        "     1.00MiB  x\n"
        "     1.00MiB  y\n"
        " 6 |       - {name: z, op: MatMul, inputs: [y, x]}\n"
        "   |         ^ while 'z' (MatMul) ran on /job:localhost/replica:0/task:0/device:GPU:0");
  CHECK(graph.devices.devices[1]->memory().statistics().in_use_bytes == 0);
  CHECK(graph.elements("y")[0] == 2);
}

TEST_CASE("an element-wise op takes over the memory of an input that nobody reads after it") {
  Running graph(
      "nodes:\n"
      "  - device: /gpu:0\n"
      "    nodes:\n"
      "      - {name: x, op: Placeholder, dtype: float32, shape: [512, 512]}\n"
      "      - {name: a, op: Neg, inputs: [x]}\n"
      "      - {name: b, op: Exp, inputs: [a]}\n"
      "      - {name: c, op: AddN, inputs: [b]}\n"
      "      - {name: row, op: Const, shape: [512], value: 2.0}\n"
      "      - {name: d, op: Sub, inputs: [row, c]}\n"
      "      - {name: e, op: Sub, inputs: [d, d]}\n"
      "feeds: {x: {value: 0}}\n",
      machine(1));
  const auto peak = [&] {
    return graph.devices.devices[1]->memory().statistics().peak_in_use_bytes;
  };
  CHECK(graph.elements("d")[0] == 1);
  CHECK(peak() == kMiB + 2048);
  // e reads d twice, so that it is not the last reader when it begins.
  CHECK(graph.elements("e")[0] == 0);
  CHECK(peak() >= 2 * kMiB + 2048);
}

TEST_CASE("nothing that lasts is overwritten in place") {
  Running graph(
      "nodes:\n"
      "  - {name: x, op: Placeholder, dtype: float32, shape: [2]}\n"
      "  - {name: fed, op: Neg, inputs: [x]}\n"
      "  - {name: constant, op: Const, value: [3.0, 4.0]}\n"
      "  - {name: negated, op: Neg, inputs: [constant]}\n"
      "  - {op: Variable, name: v, initial_value: [5.0, 6.0], as: v}\n"
      "  - {name: value, op: Identity, inputs: [v]}\n"
      "  - {name: of_variable, op: Neg, inputs: [value]}\n"
      "  - {name: y, op: Exp, inputs: [x]}\n"
      "  - {name: kept, op: Neg, inputs: [y]}\n"
      "feeds: {x: {value: [0, 1]}}\n",
      machine(0));
  for (int run = 0; run < 3; ++run) {
    CHECK(graph.elements("fed") == Floats{0, -1});
    CHECK(graph.elements("negated") == Floats{-3, -4});
    CHECK(graph.elements("of_variable") == Floats{-5, -6});
    const std::vector<HostTensor> both = graph.run({"kept", "y"});
    CHECK(both[0].as<float>()[0] == -1);
    CHECK(both[1].as<float>()[0] == 1);
  }
}

TEST_CASE("a shape that is open in the graph is known when it runs") {
  const std::string text =
      "nodes:\n"
      "  - {name: x, op: Placeholder, dtype: float32, shape: [-1, 2]}\n"
      "  - {name: w, op: Placeholder, dtype: float32}\n"
      "  - {name: product, op: MatMul, inputs: [x, w]}\n"
      "  - {name: sum, op: Add, inputs: [product, w]}\n";
  const auto run = [&](const std::string& x, const std::string& w, int gpus) {
    Running graph(text + "feeds: {x: {value: " + x + "}, w: {value: " + w + "}}\n", machine(gpus));
    return graph.value("sum");
  };
  for (const int gpus : kMachines) {
    const HostTensor sum = run("[[1, 2], [3, 4]]", "[[1, 0], [0, 1]]", gpus);
    CHECK(sum.shape() == Shape{2, 2});
    CHECK(Floats(sum.as<float>().begin(), sum.as<float>().end()) == Floats{2, 2, 3, 5});
    CHECK(run("[[1, 2]]", "[[1], [1]]", gpus).shape() == Shape{2, 1});
  }
  CHECK(error_of([&] { run("[[1, 2]]", "[[1, 2, 3]]", 0); }) ==
        "3: m.yaml:4:5: InvalidArgumentError: Dimensions must be equal, but are 2 and 1 for "
        "'product' (op: 'MatMul') with input shapes: [1,2], [1,3].\n"
        " 4 |   - {name: product, op: MatMul, inputs: [x, w]}\n"
        "   |     ^ while 'product' (MatMul) ran on "
        "/job:localhost/replica:0/task:0/device:CPU:0");
}

std::string feed_error(const std::string& placeholder, const std::string& feed) {
  return error_of([&] {
    Running graph(
        "nodes:\n  - {name: x, op: Placeholder, " + placeholder + "}\nfeeds: {x: " + feed + "}\n",
        machine(0));
    graph.run({"x"});
  });
}

TEST_CASE("a feed that does not suit its placeholder is named") {
  const ScratchFolder folder;
  const std::string raw = folder.with("x.bin", "12345678");
  CHECK(feed_error("dtype: float32, shape: [2]", "{value: [1, 2, 3]}") ==
        "3: m.yaml:3:9: Cannot feed value of shape [3] for Tensor 'x:0', which has shape '[2]'");
  CHECK(feed_error("dtype: float32, shape: [-1, 2]", "{value: [1, 2]}") ==
        "3: m.yaml:3:9: Cannot feed value of shape [2] for Tensor 'x:0', which has shape '[?,2]'");
  CHECK(feed_error("dtype: float32", "{file: " + in_project("tests/arrays/int32.npy") + "}") ==
        "3: m.yaml:3:9: the value is int32, but placeholder 'x' is float32");
  CHECK(feed_error("dtype: float32", "{random_uniform: {seed: 1}}") ==
        "3: m.yaml:3:9: random numbers need a shape, but that of placeholder 'x' is unknown");
  CHECK(feed_error("dtype: string, shape: [2]", "{random_uniform: {seed: 1}}") ==
        "3: m.yaml:3:9: there are no random numbers of type string");
  CHECK(feed_error("dtype: int32, shape: [2]", "{random_normal: {seed: 1}}") ==
        "3: m.yaml:3:9: there are no normal numbers of type int32");
  CHECK(feed_error("dtype: int32, shape: [2]", "{random_uniform: {seed: 1}}") ==
        "3: m.yaml:3:9: whole numbers from 0 to below 1 are all 0: say how far they go, as in "
        "'high: 10'");
  CHECK(feed_error("dtype: int32, shape: [2]", "{random_uniform: {low: 3, high: 3}}") ==
        "3: m.yaml:3:9: needs low < high");
  CHECK(feed_error("dtype: float32", "{file: " + raw + "}") ==
        "3: m.yaml:3:9: a raw file needs its shape, such as " + raw + ":shape=2x3");
  CHECK(feed_error("dtype: float32, shape: [3]", "{file: " + raw + "}") ==
        "5: m.yaml:3:9: cannot read '" + raw +
            "': it has 8 bytes, but float32 of shape [3] takes 12");
  CHECK(feed_error("dtype: float32, shape: [2]", "{file: /no/such.npy}") ==
        "5: m.yaml:3:9: cannot read '/no/such.npy': No such file or directory");
}

TEST_CASE("a feed is the same in every run, and not made before a run needs it") {
  Running graph(
      "nodes:\n"
      "  - {name: x, op: Placeholder, dtype: float32, shape: [4]}\n"
      "  - {name: other, op: Placeholder, dtype: float32}\n"
      "  - {name: y, op: Identity, inputs: [x]}\n"
      "feeds: {x: {random_uniform: {seed: 3}}, other: {file: /no/such.npy}}\n",
      machine(1));
  const Floats first = graph.elements("y");
  CHECK(graph.elements("y") == first);
  CHECK(graph.elements("x") == first);
}

TEST_CASE("a feed that is waited for and not read is there in every run") {
  Running graph(
      "nodes:\n"
      "  - {name: x, op: Placeholder, dtype: float32, shape: [2]}\n"
      "  - {name: y, op: Const, value: [1.0], control_inputs: [x]}\n"
      "feeds: {x: {value: [1, 2]}}\n",
      machine(0));
  for (int run = 0; run < 3; ++run) CHECK(graph.elements("y") == Floats{1});
}

TEST_CASE("a tensor may be fetched twice, and a node without a value") {
  Running graph(
      "nodes:\n"
      "  - {name: x, op: Const, value: [1.0]}\n"
      "  - {name: nothing, op: NoOp, control_inputs: [x]}\n",
      machine(1));
  const auto results = graph.run({"x", "nothing", "x"});
  REQUIRE(results.size() == 3);
  CHECK(results[0].as<float>()[0] == 1);
  CHECK(results[1].elements() == 0);
  CHECK(results[2].as<float>()[0] == 1);
}

TEST_CASE("results are the caller's own") {
  Running graph("nodes:\n  - {name: x, op: Const, value: [1.0, 2.0]}\n", machine(0));
  HostTensor first = graph.value("x");
  first.as_mutable<float>()[0] = 100;
  CHECK(graph.elements("x") == Floats{1, 2});
}

TEST_CASE("a run of nothing makes nothing") {
  Running graph("nodes:\n  - {name: x, op: Const, value: [1.0]}\n", machine(2));
  CHECK(graph.run({}).empty());
}

}  // namespace
}  // namespace graphrun
