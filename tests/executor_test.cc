#include "runtime/executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "graph/shape_rules.h"
#include "queued_device.h"
#include "runtime/kernel_context.h"
#include "session_fixture.h"

namespace graphrun {
namespace {

using session_fixture::error_of;
using session_fixture::kMiB;
using session_fixture::machine;
using session_fixture::Running;

std::atomic<bool> fails = false;
std::atomic<int> counted = 0;

void fail_if_asked(KernelContext& context) {
  if (fails) KernelContext::invalid("asked to fail");
  context.set_output(0, context.input(0));
}

void throw_something(KernelContext&) { throw std::logic_error("not an Error"); }

void count(KernelContext& context) {
  ++counted;
  context.set_output(0, context.input(0));
}

// Two kernels that each wait for the other: they finish only when they run side by side. The time
// is for a test that fails, lest it hang.
struct Meeting {
  std::mutex mutex;
  std::condition_variable wake;
  int present = 0;
};
Meeting meeting;

void meet(KernelContext& context) {
  std::unique_lock lock(meeting.mutex);
  ++meeting.present;
  meeting.wake.notify_all();
  if (!meeting.wake.wait_for(lock, std::chrono::seconds(60), [] { return meeting.present >= 2; })) {
    KernelContext::invalid("the other did not come");
  }
  context.set_output(0, context.input(0));
}

const OpCatalog& ops_of_test() {
  static const OpCatalog catalog = [] {
    OpCatalog ops = make_catalog();
    const auto add = [&](const std::string& name, KernelFn run) {
      ops.add({.name = name,
               .inputs = {ArgDef::typed("x")},
               .outputs = {ArgDef::typed("y")},
               .type_attributes = {{.name = "T"}},
               .infer_shapes = same_as_first_input,
               .kernels = {{.device = DeviceType::cpu, .run = run}, {.device = DeviceType::gpu}}});
    };
    add("FailIfAsked", fail_if_asked);
    add("ThrowSomething", throw_something);
    add("Count", count);
    add("Meet", meet);
    return ops;
  }();
  return catalog;
}

struct Graph {
  Graph(const std::string& nodes, int gpus, const SessionOptions& options = {})
      : running("nodes:\n" + nodes, machine(gpus), options, ops_of_test()) {}

  std::vector<float> elements(const std::string& of) { return running.elements(of); }

  Running running;
};

TEST_CASE("a kernel that fails ends the run with its node's place, and the next run works") {
  for (const int gpus : {0, 1}) {
    Graph graph(
        "  - {name: x, op: Const, value: [1.0]}\n"
        "  - {name: a, op: FailIfAsked, inputs: [x]}\n"
        "  - {name: b, op: Count, inputs: [a]}\n"
        "  - {name: c, op: Add, inputs: [b, x], device: /cpu:0}\n",
        gpus);
    counted = 0;
    fails = true;
    CHECK(error_of([&] { graph.elements("c"); }) ==
          fmt::format("3: m.yaml:3:5: InvalidArgumentError: asked to fail\n"
                      " 3 |   - {{name: a, op: FailIfAsked, inputs: [x]}}\n"
                      "   |     ^ while 'a' (FailIfAsked) ran on "
                      "/job:localhost/replica:0/task:0/device:{}:0",
                      gpus == 0 ? "CPU" : "GPU"));
    CHECK(counted == 0);
    fails = false;
    CHECK(graph.elements("c") == std::vector<float>{2});
    CHECK(counted == 1);
    fails = true;
    CHECK(error_of([&] { graph.elements("c"); }) != "no error");
    fails = false;
    CHECK(graph.elements("c") == std::vector<float>{2});
  }
}

TEST_CASE("a run that failed gives its memory back") {
  Graph graph(
      "  - device: /gpu:0\n"
      "    nodes:\n"
      "      - {name: x, op: Placeholder, dtype: float32, shape: [512, 512]}\n"
      "      - {name: y, op: Add, inputs: [x, x]}\n"
      "      - {name: a, op: FailIfAsked, inputs: [y]}\n"
      "      - {name: z, op: Add, inputs: [a, y]}\n"
      "feeds: {x: {value: 1}}\n",
      1);
  fails = true;
  CHECK(error_of([&] { graph.elements("z"); }) != "no error");
  CHECK(graph.running.devices.devices[1]->memory().statistics().in_use_bytes == 0);
  fails = false;
  CHECK(graph.elements("z")[0] == 4);
  CHECK(graph.running.devices.devices[1]->memory().statistics().in_use_bytes == 0);
}

TEST_CASE("what a kernel throws by mistake ends the run, too") {
  for (const int gpus : {0, 1}) {
    Graph graph(
        "  - {name: x, op: Const, value: [1.0]}\n"
        "  - {name: a, op: ThrowSomething, inputs: [x]}\n"
        "  - {name: b, op: Identity, inputs: [a]}\n",
        gpus);
    CHECK_THROWS_WITH(graph.elements("b"), "not an Error");
    CHECK(graph.elements("x") == std::vector<float>{1});
  }
}

TEST_CASE("each node that is needed runs once a run") {
  Graph graph(
      "  - {name: x, op: Const, value: [1.0]}\n"
      "  - {name: a, op: Count, inputs: [x]}\n"
      "  - {name: b, op: Count, inputs: [a]}\n"
      "  - {name: c, op: Add, inputs: [a, b]}\n"
      "  - {name: aside, op: Count, inputs: [x]}\n",
      1);
  counted = 0;
  graph.elements("c");
  CHECK(counted == 2);
  graph.elements("c");
  CHECK(counted == 4);
  graph.elements("a");
  CHECK(counted == 5);
}

TEST_CASE("two GPUs run side by side") {
  Graph graph(
      "  - {name: x, op: Const, value: [1.0]}\n"
      "  - {name: a, op: Meet, inputs: [x], device: /gpu:0}\n"
      "  - {name: b, op: Meet, inputs: [x], device: /gpu:1}\n"
      "  - {name: c, op: Add, inputs: [a, b], device: /cpu:0}\n",
      2, {.inter_op_threads = 1});
  meeting.present = 0;
  CHECK(graph.elements("c") == std::vector<float>{2});
}

TEST_CASE("a GPU runs beside the CPU") {
  Graph graph(
      "  - {name: x, op: Const, value: [1.0]}\n"
      "  - {name: a, op: Meet, inputs: [x], device: /gpu:0}\n"
      "  - {name: b, op: Meet, inputs: [x], device: /cpu:0}\n"
      "  - {name: c, op: Add, inputs: [a, b], device: /cpu:0}\n",
      1, {.inter_op_threads = 1});
  meeting.present = 0;
  CHECK(graph.elements("c") == std::vector<float>{2});
}

TEST_CASE("as many large nodes of the CPU run side by side as there are inter-op threads") {
  Graph graph(
      "  - {name: x, op: Const, shape: [8192], value: 1.0}\n"
      "  - {name: a, op: Meet, inputs: [x]}\n"
      "  - {name: b, op: Meet, inputs: [x]}\n"
      "  - {name: c, op: Add, inputs: [a, b]}\n",
      0, {.inter_op_threads = 2});
  meeting.present = 0;
  CHECK(graph.elements("c") == std::vector<float>(8192, 2));
}

// A graph in layers, whose nodes read any of those before them, and what it computes worked out
// one node after another. All is of 64-bit integers, which wrap round, so that every order of
// computing is exact.
class RandomGraph {
 public:
  // Nodes of few elements are run many at a time, those of many one by one.
  explicit RandomGraph(unsigned seed) : random_(seed), elements_(seed % 2 == 0 ? 5 : 4096) {
    const int gpus = below(3);
    for (int i = 0; i < 3; ++i) add_constant(gpus);
    const int layers = 2 + below(6);
    for (int layer = 0; layer < layers; ++layer) {
      const int before = static_cast<int>(values_.size());
      const int width = 1 + below(8);
      for (int i = 0; i < width; ++i) add_node(before, gpus);
    }
    gpus_ = gpus;
  }

  const std::string& text() const { return text_; }
  int gpus() const { return gpus_; }
  std::size_t size() const { return values_.size(); }
  const std::vector<std::uint64_t>& value(std::size_t node) const { return values_[node]; }

 private:
  int below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }

  std::string device(int gpus) {
    const int choice = below(gpus + 2);
    if (choice == gpus + 1) return "";
    return choice == gpus ? ", device: /cpu:0" : fmt::format(", device: /gpu:{}", choice);
  }

  void add_constant(int gpus) {
    // Many elements are all the same number.
    std::vector<std::uint64_t> value;
    std::string list;
    for (std::size_t i = 0; i < elements_; ++i) {
      if (i == 0 || elements_ < 10) {
        const int number = below(2'000'001) - 1'000'000;
        value.push_back(static_cast<std::uint64_t>(std::int64_t{number}));
        list += fmt::format("{}{}", i == 0 ? "" : ", ", number);
      } else {
        value.push_back(value.back());
      }
    }
    text_ += fmt::format("  - {{name: n{}, op: Const, dtype: int64, shape: [{}], value: {}{}}}\n",
                         values_.size(), elements_, elements_ < 10 ? "[" + list + "]" : list,
                         device(gpus));
    values_.push_back(value);
  }

  void add_node(int before, int gpus) {
    static const std::vector<std::string> kOps = {"Add", "Sub", "Mul", "AddN", "Identity"};
    const std::string& op = kOps[static_cast<std::size_t>(below(5))];
    const int inputs = op == "Identity" ? 1 : op == "AddN" ? 1 + below(4) : 2;
    std::vector<std::uint64_t> value;
    std::string list;
    for (int i = 0; i < inputs; ++i) {
      const auto from = static_cast<std::size_t>(below(before));
      list += fmt::format("{}n{}", i == 0 ? "" : ", ", from);
      if (i == 0) {
        value = values_[from];
        continue;
      }
      for (std::size_t k = 0; k < elements_; ++k) {
        const std::uint64_t x = values_[from][k];
        value[k] = op == "Sub" ? value[k] - x : op == "Mul" ? value[k] * x : value[k] + x;
      }
    }
    std::string controls;
    if (below(4) == 0) controls = fmt::format(", control_inputs: [n{}]", below(before));
    text_ += fmt::format("  - {{name: n{}, op: {}, inputs: [{}]{}{}}}\n", values_.size(), op, list,
                         controls, device(gpus));
    values_.push_back(value);
  }

  std::minstd_rand random_;
  std::size_t elements_;
  std::string text_ = "nodes:\n";
  std::vector<std::vector<std::uint64_t>> values_;
  int gpus_ = 0;
};

TEST_CASE("200 random graphs compute what they say, with any number of threads and GPUs") {
  for (unsigned seed = 0; seed < 200; ++seed) {
    const RandomGraph expected(seed);
    INFO("seed " << seed << "\n" << expected.text());
    Running graph(expected.text(), machine(expected.gpus()),
                  {.inter_op_threads = 1 + static_cast<int>(seed % 4)});
    std::vector<std::string> names;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (i + 5 >= expected.size() || i % 7 == seed % 7) names.push_back(fmt::format("n{}", i));
    }
    for (int run = 0; run < 2; ++run) {
      const std::vector<HostTensor> results = graph.run(names);
      for (std::size_t i = 0; i < names.size(); ++i) {
        const auto& value = expected.value(std::stoul(names[i].substr(1)));
        const auto got = results[i].as<std::int64_t>();
        CHECK(std::ranges::equal(got, value, {},
                                 [](std::int64_t x) { return static_cast<std::uint64_t>(x); }));
      }
    }
  }
}

TEST_CASE("random graphs compute what they say on GPUs that copy later than they are told") {
  for (unsigned seed = 0; seed < 30; ++seed) {
    const RandomGraph expected(seed);
    INFO("seed " << seed << "\n" << expected.text());
    Running graph(expected.text(), machine(expected.gpus()),
                  {.inter_op_threads = 1 + static_cast<int>(seed % 2)});
    for (auto& device : graph.devices.devices) {
      if (device->info().name.type == DeviceType::gpu) {
        device = std::make_unique<QueuedDevice>(std::move(device));
      }
    }
    std::vector<std::string> names;
    for (std::size_t i = 0; i < expected.size(); i += 3) names.push_back(fmt::format("n{}", i));
    for (int run = 0; run < 2; ++run) {
      const std::vector<HostTensor> results = graph.run(names);
      for (std::size_t i = 0; i < names.size(); ++i) {
        const auto got = results[i].as<std::int64_t>();
        CHECK(std::ranges::equal(got, expected.value(3 * i), {},
                                 [](std::int64_t x) { return static_cast<std::uint64_t>(x); }));
      }
    }
  }
}

TEST_CASE("a graph of thousands of small nodes runs again and again") {
  Running graph(
      "nodes:\n"
      "  - {name: x, op: Const, dtype: int64, value: [1, 2]}\n"
      "  - let: {y: x}\n"
      "  - repeat: 1000\n"
      "    nodes:\n"
      "      - {op: Add, inputs: [y, x], device: /gpu:0, as: a}\n"
      "      - {op: Add, inputs: [y, x], device: /gpu:1, as: b}\n"
      "      - {op: Sub, inputs: [a, b], device: /cpu:0, as: zero}\n"
      "      - {op: Add, inputs: [a, zero], as: y}\n"
      "fetch: [y]\n",
      machine(2), {.inter_op_threads = 3});
  for (int run = 0; run < 5; ++run) {
    const HostTensor y = graph.session.run(graph.model.fetches).front();
    CHECK(y.as<std::int64_t>()[0] == 1001);
    CHECK(y.as<std::int64_t>()[1] == 2002);
  }
}

}  // namespace
}  // namespace graphrun
