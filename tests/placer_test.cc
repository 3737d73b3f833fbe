#include "placement/placer.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "catch.h"
#include "fakes.h"
#include "placement/placement_fault.h"

namespace graphrun {
namespace {

using fakes::device;
using fakes::kCpu0;
using fakes::kCpu1;
using fakes::kGpu0;
using fakes::kGpu1;
using fakes::no_gpu;
using fakes::two_gpus;

using Devices = std::vector<DeviceName>;

constexpr PlaceOptions kHard{};
constexpr PlaceOptions kSoft{.allow_soft_placement = true};

std::string kind(PlacementFault::Kind kind) {
  using Kind = PlacementFault::Kind;
  switch (kind) {
    case Kind::no_kernel: return "no kernel";
    case Kind::no_such_device: return "no such device";
    case Kind::no_kernel_for_type: return "no kernel for the type";
    case Kind::no_kernel_for_task: return "no kernel for the task";
    case Kind::group_elsewhere: return "group elsewhere";
    case Kind::group_unsupported: return "group unsupported";
    case Kind::colocation_types: return "no common type";
    case Kind::colocation_specs: return "different requests";
    case Kind::reference_resources: return "different variables";
  }
  return "";
}

// A graph file's nodes, placed.
class Placed {
 public:
  explicit Placed(std::string_view nodes, const Devices& devices = two_gpus(),
                  const PlaceOptions& options = kHard)
      : graph_(fakes::fake_graph(nodes)), placement_(place(graph_, devices, options)) {}

  const DeviceName& device_of(std::string_view name) const {
    return placement_.device_of(graph_.find(name));
  }

  // "x: requested": the rule that placed the node.
  std::string_view rule_of(std::string_view name) const {
    return to_string(placement_.nodes[graph_.find(name)].rule);
  }

  bool is_fallback(std::string_view name) const { return candidates(name).is_fallback; }

  // The candidates, best first: "/gpu:0 /cpu:0".
  std::string candidates_of(std::string_view name) const {
    std::string text;
    for (const DeviceIndex i : candidates(name).best_first) {
      text += (text.empty() ? "" : " ") + short_name(placement_.devices[i]);
    }
    return text;
  }

  const Placement& placement() const { return placement_; }

 private:
  const Candidates& candidates(std::string_view name) const {
    return placement_.candidates[placement_.nodes[graph_.find(name)].candidates];
  }

  Graph graph_;
  Placement placement_;
};

// The fault and its nodes: "no such device: a"; "placed" where there is none.
std::string fault(std::string_view nodes, const Devices& devices = two_gpus(),
                  const PlaceOptions& options = kHard) {
  const Graph graph = fakes::fake_graph(nodes);
  try {
    place(graph, devices, options);
  } catch (const PlacementFault& fault) {
    std::string text = kind(fault.kind) + ": " + std::string(graph.node(fault.node).name);
    if (fault.other != kNoNode) text += ", " + std::string(graph.node(fault.other).name);
    if (fault.by_reference) text += " (by reference)";
    return text;
  }
  return "placed";
}

// The fault itself. REQUIRES: there is one.
PlacementFault fault_value(const Graph& graph, const Devices& devices) {
  try {
    place(graph, devices, kHard);
  } catch (const PlacementFault& fault) {
    return fault;
  }
  FAIL("the graph was placed");
  return {};
}

// --- candidates ---

TEST_CASE("a node that asks for nothing goes to the first GPU") {
  const Placed placed("  - {name: x, op: Nothing}\n");
  CHECK(placed.device_of("x") == kGpu0);
  CHECK(placed.rule_of("x") == "best_device");
  CHECK(placed.candidates_of("x") == "/gpu:0 /gpu:1 /cpu:0");
}

TEST_CASE("a node whose op has no kernel on a GPU goes to the CPU") {
  const Placed placed("  - {name: x, op: NothingOnCpu}\n");
  CHECK(placed.device_of("x") == kCpu0);
  CHECK(placed.rule_of("x") == "best_device");
}

TEST_CASE("without a GPU a node goes to the CPU") {
  const Placed placed("  - {name: x, op: Nothing}\n", no_gpu());
  CHECK(placed.device_of("x") == kCpu0);
}

TEST_CASE("a node goes where it asks to") {
  const Placed placed(R"(
  - {name: x, op: Nothing, device: /gpu:1}
  - {name: y, op: Nothing, device: /cpu:0}
  - {name: z, op: Nothing, device: /device:GPU:1}
)");
  CHECK(placed.device_of("x") == kGpu1);
  CHECK(placed.device_of("y") == kCpu0);
  CHECK(placed.device_of("z") == kGpu1);
  CHECK(placed.rule_of("x") == "requested");
}

TEST_CASE("a node that asks for a type goes to the first device of it") {
  const Placed placed("  - {name: x, op: Nothing, device: /gpu}\n");
  CHECK(placed.device_of("x") == kGpu0);
  CHECK(placed.candidates_of("x") == "/gpu:0 /gpu:1");
}

TEST_CASE("a node that asks for an id goes to the best device of it") {
  const Placed placed("  - {name: x, op: Nothing, device: '/device:*:1'}\n",
                      {kCpu0, kCpu1, kGpu0, kGpu1});
  CHECK(placed.device_of("x") == kGpu1);
  CHECK(placed.candidates_of("x") == "/gpu:1 /cpu:1");
}

TEST_CASE("devices of a type are ordered by full name as text, so GPU:10 comes before GPU:2") {
  const Devices devices = {kCpu0, device("/gpu:2"), device("/gpu:10"), device("/gpu:1")};
  const Placed placed("  - {name: x, op: Nothing}\n", devices);
  CHECK(placed.candidates_of("x") == "/gpu:1 /gpu:10 /gpu:2 /cpu:0");

  const Placed between("  - {name: x, op: Nothing}\n",
                       {kCpu0, device("/gpu:2"), device("/gpu:10")});
  CHECK(between.device_of("x") == device("/gpu:10"));
}

TEST_CASE("devices of a type are ordered by job before anything else") {
  const Devices devices = {device("/job:worker/cpu:0"), device("/job:worker/gpu:0"),
                           device("/job:ps/gpu:1"), device("/job:ps/cpu:0")};
  const Placed placed("  - {name: x, op: Nothing}\n", devices);
  CHECK(placed.device_of("x") == device("/job:ps/gpu:1"));
}

TEST_CASE("a job without a task is the first task that has a candidate") {
  const Devices devices = {device("/job:master/cpu:0"), device("/job:worker/task:1/gpu:0"),
                           device("/job:worker/task:0/cpu:0"), device("/job:worker/task:0/gpu:0")};
  const Placed placed("  - {name: x, op: Nothing, device: /job:worker}\n", devices);
  CHECK(placed.device_of("x") == device("/job:worker/task:0/gpu:0"));
}

TEST_CASE("a kernel of higher priority comes before a better device") {
  const Placed placed(R"(
  - {name: s, op: Source}
  - {name: cpu, op: PrefersCpu, inputs: [s]}
  - {name: gpu, op: PrefersGpu, inputs: [s]}
  - {name: both, op: PrioritizesBoth, inputs: [s]}
)");
  CHECK(placed.device_of("cpu") == kCpu0);
  CHECK(placed.candidates_of("cpu") == "/cpu:0 /gpu:0 /gpu:1");
  CHECK(placed.device_of("gpu") == kGpu0);
  CHECK(placed.device_of("both") == kGpu0);
}

TEST_CASE("the kernel is that of the node's types") {
  const Placed placed(R"(
  - {name: f, op: Source}
  - {name: i, op: Source, dtype: int32}
  - {name: floats, op: FloatsOnGpu, inputs: [f]}
  - {name: ints, op: FloatsOnGpu, inputs: [i]}
)");
  CHECK(placed.device_of("floats") == kGpu0);
  CHECK(placed.device_of("ints") == kCpu0);
}

TEST_CASE("each device that is no candidate is refused for a reason") {
  const Placed placed(R"(
  - {name: s, op: Source}
  - {name: gpu1, op: OnBoth, inputs: [s], device: /gpu:1}
  - {name: cpu, op: OnCpu, inputs: [s]}
  - {name: here, op: OnBoth, inputs: [s], device: /job:worker}
  - {name: v, op: Variable, device: /cpu:0}
  - {name: assign, op: Assign, inputs: [v, s], device: /gpu:0}
  - {name: w, op: Variable}
  - {name: host, op: AssignOnCpu, inputs: [w]}
)",
                      {kCpu0, kGpu0, kGpu1, device("/job:worker/gpu:0")});
  const auto refused = [&](std::size_t node) {
    std::string text;
    const Placement& placement = placed.placement();
    for (const Refusal& refusal : placement.candidates[placement.nodes[node].candidates].refused) {
      text += std::to_string(refusal.device) + ": " + std::string(to_string(refusal.reason)) + "; ";
    }
    return text;
  };
  CHECK(refused(1) ==
        "0: not the requested type; 1: not the requested id; "
        "3: not the requested id; ");
  CHECK(refused(2) ==
        "1: no kernel for this op and its types; "
        "2: no kernel for this op and its types; "
        "3: no kernel for this op and its types; ");
  CHECK(refused(3) ==
        "0: not the requested job, replica or task; "
        "1: not the requested job, replica or task; "
        "2: not the requested job, replica or task; ");
  CHECK(refused(5) ==
        "1: a node that shares its device asks for another; "
        "2: not the requested id; "
        "3: a node that shares its device asks for another; ");
  CHECK(refused(6) ==
        "1: no kernel for a node that shares its device; "
        "2: no kernel for a node that shares its device; "
        "3: no kernel for a node that shares its device; ");
}

// --- worked examples: the table of the reference's section b.14, row by row ---

TEST_CASE("two constants and their product all go to the first GPU") {
  const Placed placed(R"(
  - {name: a, op: Source}
  - {name: b, op: Source}
  - {name: c, op: OnBoth, inputs: [a, b]}
)");
  CHECK(placed.device_of("a") == kGpu0);
  CHECK(placed.device_of("b") == kGpu0);
  CHECK(placed.device_of("c") == kGpu0);
}

TEST_CASE("a constant's own request wins over where it is read") {
  const Placed placed(R"(
  - {name: a, op: Source, device: /cpu:0}
  - {name: b, op: Source}
  - {name: c, op: OnBoth, inputs: [a, b]}
)");
  CHECK(placed.device_of("a") == kCpu0);
  CHECK(placed.rule_of("a") == "requested");
  CHECK(placed.device_of("b") == kGpu0);
  CHECK(placed.device_of("c") == kGpu0);
}

TEST_CASE("constants follow the node that reads them to its device") {
  const Placed placed(R"(
  - {name: a, op: Source}
  - {name: b, op: Source}
  - {name: c, op: OnBoth, inputs: [a, b], device: /gpu:1}
)");
  CHECK(placed.device_of("a") == kGpu1);
  CHECK(placed.device_of("b") == kGpu1);
  CHECK(placed.device_of("c") == kGpu1);
  CHECK(placed.rule_of("a") == "follows_consumers");
}

TEST_CASE("text and what prints it are on the CPU") {
  const Placed placed(R"(
  - {name: s, op: Source, dtype: string}
  - {name: p, op: OnCpu, inputs: [s]}
)");
  CHECK(placed.device_of("s") == kCpu0);
  CHECK(placed.rule_of("s") == "best_device");
  CHECK(placed.device_of("p") == kCpu0);
}

TEST_CASE("int32 is placed on a GPU where there is a kernel for it") {
  const Placed placed(R"(
  - {name: i, op: Source, dtype: int32}
  - {name: j, op: OnBoth, inputs: [i, i]}
)");
  CHECK(placed.device_of("i") == kGpu0);
  CHECK(placed.device_of("j") == kGpu0);
}

TEST_CASE("a variable, its assignment and its first value go to the first GPU") {
  const Placed placed(R"(
  - {name: k, op: Source}
  - {name: v, op: Variable}
  - {name: init, op: Assign, inputs: [v, k]}
)");
  CHECK(placed.device_of("v") == kGpu0);
  CHECK(placed.rule_of("v") == "best_device");
  CHECK(placed.device_of("init") == kGpu0);
  CHECK(placed.rule_of("init") == "reference");
  CHECK(placed.device_of("k") == kGpu0);
  CHECK(placed.rule_of("k") == "follows_consumers");
}

TEST_CASE("an int32 variable is on the CPU, and takes its assignment and first value along") {
  const Placed placed(R"(
  - {name: k, op: Source, dtype: int32}
  - {name: v, op: Variable, dtype: int32}
  - {name: init, op: Assign, inputs: [v, k]}
)");
  CHECK(placed.device_of("v") == kCpu0);
  CHECK(placed.device_of("init") == kCpu0);
  CHECK(placed.device_of("k") == kCpu0);
}

TEST_CASE("an int32 variable cannot be on a GPU, soft, it is on the CPU") {
  constexpr std::string_view kNodes = "  - {name: v, op: Variable, dtype: int32, device: /gpu:0}\n";
  CHECK(fault(kNodes) == "no kernel for the type: v");
  const Placed soft(kNodes, two_gpus(), kSoft);
  CHECK(soft.device_of("v") == kCpu0);
  CHECK(soft.rule_of("v") == "soft_placement");
}

TEST_CASE("an assignment that asks for another device than its variable silently loses") {
  for (const PlaceOptions& options : {kHard, kSoft}) {
    const Placed placed(R"(
  - {name: k, op: Source}
  - {name: v, op: Variable, device: /cpu:0}
  - {name: init, op: Assign, inputs: [v, k], device: /gpu:0}
)",
                        two_gpus(), options);
    CHECK(placed.device_of("v") == kCpu0);
    CHECK(placed.rule_of("v") == "requested");
    CHECK(placed.device_of("init") == kCpu0);
    CHECK(placed.rule_of("init") == "reference");
    CHECK_FALSE(placed.is_fallback("init"));
    CHECK(placed.placement().warnings.empty());
    CHECK(placed.placement().notices ==
          std::vector<std::string>{
              "Ignoring device specification /device:GPU:0 for node 'init' because the input edge "
              "from 'v' is a reference connection and already has a device field set to "
              "/device:CPU:0"});
  }
}

TEST_CASE("a constant that is read on two devices goes to its first candidate") {
  const Placed placed(R"(
  - {name: x, op: Source}
  - {name: y, op: OnBoth, inputs: [x], device: /gpu:0}
  - {name: z, op: OnBoth, inputs: [x], device: /gpu:1}
)");
  CHECK(placed.device_of("x") == kGpu0);
  CHECK(placed.rule_of("x") == "best_device");
}

TEST_CASE("a node that reads metadata alone goes where its input is") {
  const Placed placed(R"(
  - {name: v, op: Variable, device: /cpu:0}
  - {name: sh, op: Shape, inputs: [v]}
)");
  CHECK(placed.device_of("sh") == kCpu0);
  CHECK(placed.rule_of("sh") == "follows_input");
}

TEST_CASE("a node that reads a constant's metadata is placed first, and the constant follows it") {
  const Placed placed(R"(
  - {name: k, op: Source}
  - {name: sh, op: Shape, inputs: [k]}
)");
  CHECK(placed.device_of("sh") == kGpu0);
  CHECK(placed.rule_of("sh") == "best_device");
  CHECK(placed.device_of("k") == kGpu0);
  CHECK(placed.rule_of("k") == "follows_consumers");
}

// --- sources ---

TEST_CASE("a source follows those that read it, which saves a copy") {
  const Placed placed(R"(
  - {name: x, op: Source}
  - {name: y, op: OnCpu, inputs: [x]}
  - {name: z, op: OnCpu, inputs: [x]}
)");
  CHECK(placed.device_of("x") == kCpu0);
  CHECK(placed.rule_of("x") == "follows_consumers");
  CHECK(placed.candidates_of("x") == "/gpu:0 /gpu:1 /cpu:0");
}

TEST_CASE("a source read on two devices follows neither") {
  const Placed placed(R"(
  - {name: x, op: Source}
  - {name: y, op: OnCpu, inputs: [x]}
  - {name: z, op: OnBoth, inputs: [x], device: /gpu:1}
)");
  CHECK(placed.device_of("x") == kGpu0);
}

TEST_CASE("a source that nothing reads goes to its first candidate") {
  const Placed placed("  - {name: x, op: Source}\n");
  CHECK(placed.device_of("x") == kGpu0);
  CHECK(placed.rule_of("x") == "best_device");
}

TEST_CASE("a source does not follow to a device that it has no kernel for") {
  const Placed placed(R"(
  - {name: x, op: SourceOnGpu}
  - {name: y, op: OnCpu, inputs: [x]}
)");
  CHECK(placed.device_of("x") == kGpu0);
  CHECK(placed.rule_of("x") == "best_device");
}

TEST_CASE("a source does not follow to a device that it does not ask for") {
  const Placed placed(R"(
  - {name: x, op: Source, device: '/cpu:1'}
  - {name: y, op: OnBoth, inputs: [x], device: '/cpu:0'}
)",
                      {kCpu0, kCpu1});
  CHECK(placed.device_of("x") == kCpu1);
}

TEST_CASE("a source follows within what it asks for") {
  const Placed placed(R"(
  - {name: x, op: Source, device: /gpu}
  - {name: y, op: OnBoth, inputs: [x], device: /gpu:1}
)");
  CHECK(placed.device_of("x") == kGpu1);
  CHECK(placed.rule_of("x") == "follows_consumers");
}

TEST_CASE("those that wait for a source count among those that read it") {
  const Placed follows(R"(
  - {name: x, op: Source}
  - {name: y, op: NothingOnCpu, control_inputs: [x]}
)");
  CHECK(follows.device_of("x") == kCpu0);

  const Placed torn(R"(
  - {name: x, op: Source}
  - {name: y, op: OnCpu, inputs: [x]}
  - {name: z, op: Nothing, control_inputs: [x]}
)");
  CHECK(torn.device_of("x") == kGpu0);
}

TEST_CASE("a source with control inputs is still a source") {
  const Placed placed(R"(
  - {name: first, op: Nothing}
  - {name: x, op: Source, control_inputs: [first]}
  - {name: y, op: OnCpu, inputs: [x]}
)");
  CHECK(placed.device_of("x") == kCpu0);
}

TEST_CASE("a source that waits for another is placed too late for it, unless it comes before") {
  // x is met before y, which is not placed yet.
  const Placed placed(R"(
  - {name: x, op: Source}
  - {name: y, op: Source, device: /cpu:0, control_inputs: [x]}
)");
  CHECK(placed.device_of("x") == kGpu0);
}

TEST_CASE("a node with several outputs, none, or a reference is no source") {
  const Placed placed(R"(
  - {name: two, op: SourceOfTwo}
  - {name: v, op: Variable}
  - {name: none, op: Nothing}
  - {name: y, op: OnCpu, inputs: ['two:0', 'two:1', v], control_inputs: [none]}
)");
  CHECK(placed.device_of("two") == kGpu0);
  CHECK(placed.device_of("v") == kGpu0);
  CHECK(placed.device_of("none") == kGpu0);
}

TEST_CASE("a handle of a resource is a source, and goes with what uses it") {
  const Placed placed(R"(
  - {name: h, op: Handle}
  - {name: u, op: UseHandleOnCpu, inputs: [h]}
)");
  CHECK(placed.device_of("h") == kCpu0);
  CHECK(placed.device_of("u") == kCpu0);
}

// --- metadata ---

TEST_CASE("metadata is read where the input is only if that may be") {
  const Placed placed(R"(
  - {name: s, op: Source}
  - {name: x, op: OnBoth, inputs: [s], device: /cpu:0}
  - {name: sh, op: Shape, inputs: [x], device: /gpu:1}
)");
  CHECK(placed.device_of("sh") == kGpu1);
  CHECK(placed.rule_of("sh") == "requested");
}

TEST_CASE("metadata is read on the GPU where the input is") {
  const Placed placed(R"(
  - {name: s, op: Source}
  - {name: x, op: OnBoth, inputs: [s], device: /gpu:1}
  - {name: sh, op: Shape, inputs: [x]}
)");
  CHECK(placed.device_of("sh") == kGpu1);
}

TEST_CASE("a constant is not placed yet when its metadata is, whomever it is colocated with") {
  const Placed placed(R"(
  - {name: c, op: NothingOnCpu}
  - {name: k, op: Source, colocate_with: c}
  - {name: sh, op: Shape, inputs: [k]}
)");
  CHECK(placed.device_of("k") == kCpu0);
  CHECK(placed.device_of("sh") == kGpu0);
}

// --- references ---

TEST_CASE("a node that takes a variable's reference is with the variable") {
  const Placed placed(R"(
  - {name: k, op: Source}
  - {name: v, op: Variable, device: /gpu:1}
  - {name: first, op: Assign, inputs: [v, k]}
  - {name: second, op: Assign, inputs: [first, k]}
)");
  CHECK(placed.device_of("first") == kGpu1);
  CHECK(placed.device_of("second") == kGpu1);
  CHECK(placed.rule_of("second") == "reference");
}

TEST_CASE("a node that reads a variable's value may be elsewhere") {
  const Placed placed(R"(
  - {name: v, op: Variable, device: /gpu:1}
  - {name: read, op: OnBoth, inputs: [v]}
)");
  CHECK(placed.device_of("read") == kGpu0);
}

TEST_CASE("a variable goes where the node that writes it asks to be") {
  const Placed placed(R"(
  - {name: k, op: Source}
  - {name: v, op: Variable}
  - {name: init, op: Assign, inputs: [v, k], device: /gpu:1}
)");
  CHECK(placed.device_of("v") == kGpu1);
  CHECK(placed.rule_of("v") == "reference");
  CHECK(placed.rule_of("init") == "requested");
}

TEST_CASE("a variable goes where all that take its reference have kernels") {
  const Placed placed(R"(
  - {name: v, op: Variable}
  - {name: init, op: AssignOnCpu, inputs: [v]}
)");
  CHECK(placed.device_of("v") == kCpu0);
  CHECK(placed.candidates_of("v") == "/cpu:0");
}

TEST_CASE("what is asked for of a variable is merged with what its writer asks for") {
  const Placed placed(R"(
  - {name: k, op: Source}
  - {name: v, op: Variable, device: /gpu}
  - {name: init, op: Assign, inputs: [v, k], device: '/device:*:1'}
)",
                      {kCpu0, kCpu1, kGpu0, kGpu1});
  CHECK(placed.device_of("v") == kGpu1);
  CHECK(placed.device_of("init") == kGpu1);
}

TEST_CASE("a reference without a device type in common cannot be, soft or not") {
  constexpr std::string_view kNodes = R"(
  - {name: v, op: VariableOnCpu}
  - {name: init, op: AssignOnGpu, inputs: [v]}
)";
  CHECK(fault(kNodes) == "no common type: v, init (by reference)");
  CHECK(fault(kNodes, two_gpus(), kSoft) == "no common type: v, init (by reference)");
}

TEST_CASE("two variables on different devices cannot meet in one node, soft or not") {
  constexpr std::string_view kNodes = R"(
  - {name: v, op: Variable, device: /gpu:0}
  - {name: w, op: Variable, device: /gpu:1}
  - {name: both, op: AssignBoth, inputs: [v, w]}
)";
  CHECK(fault(kNodes) == "different variables: w, both (by reference)");
  CHECK(fault(kNodes, two_gpus(), kSoft) == "different variables: w, both (by reference)");

  const Graph graph = fakes::fake_graph(kNodes);
  const PlacementFault value = fault_value(graph, two_gpus());
  CHECK(to_string(value.group_spec) == "/device:GPU:1");
  CHECK(to_string(value.other_spec) == "/device:GPU:0");
  CHECK(value.culprit() == graph.find("both"));
}

TEST_CASE("two variables of which one asks for a device meet there") {
  const Placed placed(R"(
  - {name: v, op: Variable}
  - {name: w, op: Variable, device: /gpu:1}
  - {name: both, op: AssignBoth, inputs: [v, w]}
)");
  CHECK(placed.device_of("v") == kGpu1);
  CHECK(placed.device_of("both") == kGpu1);
}

TEST_CASE("variables in different jobs cannot meet in one node") {
  CHECK(fault(R"(
  - {name: v, op: Variable, device: '/job:a'}
  - {name: w, op: Variable, device: '/job:b'}
  - {name: both, op: AssignBoth, inputs: [v, w]}
)",
              {kCpu0, device("/job:a/cpu:0"), device("/job:b/cpu:0")}) ==
        "different variables: w, both (by reference)");
}

TEST_CASE("a writer in another job than its variable silently loses") {
  const Placed placed(R"(
  - {name: k, op: Source}
  - {name: v, op: Variable, device: '/job:ps'}
  - {name: init, op: Assign, inputs: [v, k], device: '/job:worker'}
)",
                      {kCpu0, device("/job:ps/cpu:0"), device("/job:worker/cpu:0")});
  CHECK(placed.device_of("init") == device("/job:ps/cpu:0"));
}

TEST_CASE("a resource is tied to those that use its handle") {
  const Placed placed(R"(
  - {name: h, op: Handle, device: /gpu:1}
  - {name: u, op: UseHandle, inputs: [h], device: /cpu:0}
)");
  CHECK(placed.device_of("h") == kGpu1);
  CHECK(placed.device_of("u") == kGpu1);
  CHECK(placed.rule_of("u") == "reference");
}

TEST_CASE("a node that hands a resource on is tied to it by its type") {
  const Placed placed(R"(
  - {name: h, op: Handle, device: /gpu:1}
  - {name: same, op: OnBoth, inputs: [h]}
  - {name: u, op: UseHandle, inputs: [same]}
)");
  CHECK(placed.device_of("same") == kGpu1);
  CHECK(placed.device_of("u") == kGpu1);
}

TEST_CASE("a node that takes anything is not tied to a resource") {
  const Placed placed(R"(
  - {name: h, op: Handle, device: /gpu:1}
  - {name: any, op: PassAny, inputs: [h]}
)");
  CHECK(placed.device_of("any") == kGpu0);
}

TEST_CASE("resources on different devices cannot meet in one node, soft or not") {
  constexpr std::string_view kNodes = R"(
  - {name: h, op: Handle, device: /gpu:0}
  - {name: g, op: Handle, device: /gpu:1}
  - {name: both, op: UseHandles, inputs: [h, g]}
)";
  CHECK(fault(kNodes) == "different variables: g, both (by reference)");
  CHECK(fault(kNodes, two_gpus(), kSoft) == "different variables: g, both (by reference)");
}

// --- colocation ---

TEST_CASE("a node that is colocated with another shares its device") {
  const Placed placed(R"(
  - {name: a, op: Nothing, device: /gpu:1}
  - {name: b, op: Nothing, colocate_with: a}
)");
  CHECK(placed.device_of("b") == kGpu1);
  CHECK(placed.rule_of("b") == "colocated");
}

TEST_CASE("a node takes those that it is colocated with along") {
  const Placed placed(R"(
  - {name: a, op: Nothing}
  - {name: b, op: NothingOnCpu, colocate_with: a}
)");
  CHECK(placed.device_of("a") == kCpu0);
  CHECK(placed.rule_of("a") == "best_device");
  CHECK(placed.rule_of("b") == "colocated");
}

TEST_CASE("a request of a colocated node is that of its partner too") {
  const Placed placed(R"(
  - {name: a, op: Nothing}
  - {name: b, op: Nothing, colocate_with: a, device: /gpu:1}
)");
  CHECK(placed.device_of("a") == kGpu1);
  CHECK(placed.rule_of("a") == "colocated");
  CHECK(placed.rule_of("b") == "requested");
}

TEST_CASE("colocation chains: a with b and b with c is all three together") {
  const Placed placed(R"(
  - {name: c, op: Nothing, device: /gpu:1}
  - {name: b, op: Nothing, colocate_with: c}
  - {name: a, op: Nothing, colocate_with: b}
)");
  CHECK(placed.device_of("b") == kGpu1);
  CHECK(placed.device_of("a") == kGpu1);
}

TEST_CASE("a node may be colocated with one that comes later") {
  const Placed placed(R"(
  - {name: a, op: Nothing, colocate_with: b}
  - {name: b, op: Nothing, colocate_with: c}
  - {name: c, op: Nothing, device: /gpu:1}
)");
  CHECK(placed.device_of("a") == kGpu1);
  CHECK(placed.device_of("b") == kGpu1);
}

TEST_CASE("a node may be colocated with itself, twice with one, and with those with it") {
  const Placed placed(R"(
  - {name: a, op: Nothing, colocate_with: [a, b, b]}
  - {name: b, op: Nothing, colocate_with: a, device: /gpu:1}
)");
  CHECK(placed.device_of("a") == kGpu1);
}

TEST_CASE("colocation with several joins their groups") {
  const Placed placed(R"(
  - {name: a, op: Nothing}
  - {name: b, op: Nothing, colocate_with: a}
  - {name: c, op: Nothing}
  - {name: d, op: Nothing, colocate_with: c, device: /gpu:1}
  - {name: e, op: Nothing, colocate_with: [b, d]}
)");
  for (const std::string_view name : {"a", "b", "c", "d", "e"}) {
    CHECK(placed.device_of(name) == kGpu1);
  }
}

TEST_CASE("a block colocates all its nodes, and its outer devices do not count") {
  const Placed placed(R"(
  - {name: a, op: Nothing, device: /gpu:1}
  - device: /cpu:0
    nodes:
      - colocate_with: a
        nodes:
          - {name: b, op: Nothing}
          - {name: c, op: Nothing}
)");
  CHECK(placed.device_of("b") == kGpu1);
  CHECK(placed.device_of("c") == kGpu1);
}

TEST_CASE("a source in a group goes with the group, not with those that read it") {
  const Placed placed(R"(
  - {name: a, op: Nothing, device: /gpu:1}
  - {name: k, op: Source, colocate_with: a}
  - {name: y, op: OnCpu, inputs: [k]}
)");
  CHECK(placed.device_of("k") == kGpu1);
  CHECK(placed.rule_of("k") == "colocated");
}

TEST_CASE("a group of sources follows those that read the first of them") {
  const Placed placed(R"(
  - {name: k, op: Source}
  - {name: l, op: Source, colocate_with: k}
  - {name: y, op: OnCpu, inputs: [k]}
  - {name: z, op: OnBoth, inputs: [l], device: /gpu:1}
)");
  CHECK(placed.device_of("k") == kCpu0);
  CHECK(placed.rule_of("k") == "follows_consumers");
  CHECK(placed.device_of("l") == kCpu0);
  CHECK(placed.rule_of("l") == "colocated");
}

TEST_CASE("a source in a group whose turn has not come is not placed for those it waits for") {
  // l's group is on the CPU when k is placed; l itself is not.
  const Placed placed(R"(
  - {name: c, op: NothingOnCpu}
  - {name: k, op: Source}
  - {name: l, op: Source, colocate_with: c, control_inputs: [k]}
)");
  CHECK(placed.device_of("l") == kCpu0);
  CHECK(placed.device_of("k") == kGpu0);
}

TEST_CASE("colocated nodes that ask for different ids cannot be, soft, the id is dropped") {
  constexpr std::string_view kNodes = R"(
  - {name: a, op: Nothing, device: /gpu:1}
  - {name: b, op: Nothing, device: /gpu:0, colocate_with: a}
)";
  CHECK(fault(kNodes) == "different requests: b, a");
  const Placed soft(kNodes, two_gpus(), kSoft);
  CHECK(soft.candidates_of("a") == "/gpu:0 /gpu:1");
  CHECK(soft.device_of("a") == kGpu0);
  CHECK(soft.rule_of("a") == "soft_placement");
  CHECK(soft.is_fallback("a"));
  CHECK(soft.device_of("b") == kGpu0);
  CHECK(soft.rule_of("b") == "requested");
  CHECK_FALSE(soft.is_fallback("b"));
}

TEST_CASE("colocated nodes that ask for different types cannot be, soft, type and id are dropped") {
  constexpr std::string_view kNodes = R"(
  - {name: a, op: Nothing, device: /cpu:0}
  - {name: b, op: Nothing, device: /gpu:1, colocate_with: a}
)";
  CHECK(fault(kNodes) == "different requests: b, a");
  const Placed soft(kNodes, two_gpus(), kSoft);
  CHECK(soft.device_of("a") == kGpu0);
  CHECK(soft.device_of("b") == kGpu0);
  CHECK(soft.rule_of("a") == "soft_placement");
}

TEST_CASE("colocated nodes that ask for different jobs cannot be, soft, they are not colocated") {
  constexpr std::string_view kNodes = R"(
  - {name: a, op: Nothing, device: '/job:a'}
  - {name: b, op: Nothing, device: '/job:b', colocate_with: a}
)";
  const Devices devices = {kCpu0, device("/job:a/cpu:0"), device("/job:b/cpu:0")};
  CHECK(fault(kNodes, devices) == "different requests: b, a");
  const Placed soft(kNodes, devices, kSoft);
  CHECK(soft.device_of("a") == device("/job:a/cpu:0"));
  CHECK(soft.device_of("b") == device("/job:b/cpu:0"));
  CHECK(soft.placement().notices ==
        std::vector<std::string>{
            "Ignoring request to colocate node 'b' with nodes in colocation group 'a' because soft "
            "placement is on and an attempt at doing so resulted in the following error: Cannot "
            "colocate nodes b and a: Cannot merge devices with incompatible jobs: '/job:b' and "
            "'/job:a'"});
}

TEST_CASE("colocated nodes without a device type in common cannot be, soft, they are apart") {
  constexpr std::string_view kNodes = R"(
  - {name: a, op: NothingOnCpu}
  - {name: s, op: SourceOnGpu, colocate_with: a}
)";
  CHECK(fault(kNodes) == "no common type: s, a");
  const Placed soft(kNodes, two_gpus(), kSoft);
  CHECK(soft.device_of("a") == kCpu0);
  CHECK(soft.device_of("s") == kGpu0);
  CHECK(soft.placement().notices ==
        std::vector<std::string>{
            "Ignoring request to colocate node 's' with nodes in colocation group 'a' because soft "
            "placement is on and an attempt at doing so resulted in the following error: Cannot "
            "colocate nodes s and a because no device type supports both of those nodes and the "
            "other nodes colocated with them."});
}

TEST_CASE("a node that is colocated with a variable goes where the variable asks to, if soft") {
  constexpr std::string_view kNodes = R"(
  - {name: v, op: Variable, device: /gpu:1}
  - {name: x, op: Nothing, device: /cpu:0, colocate_with: v}
)";
  CHECK(fault(kNodes) == "different requests: x, v");
  const Placed soft(kNodes, two_gpus(), kSoft);
  CHECK(soft.device_of("v") == kGpu1);
  CHECK(soft.device_of("x") == kGpu1);
  CHECK(soft.rule_of("x") == "soft_placement");
}

TEST_CASE("variables that ask for different devices are not colocated, if soft") {
  constexpr std::string_view kNodes = R"(
  - {name: v, op: Variable, device: /gpu:0}
  - {name: w, op: Variable, device: /gpu:1, colocate_with: v}
)";
  CHECK(fault(kNodes) == "different requests: w, v");
  const Placed soft(kNodes, two_gpus(), kSoft);
  CHECK(soft.device_of("v") == kGpu0);
  CHECK(soft.device_of("w") == kGpu1);
  CHECK(soft.placement().notices.size() == 1);
}

TEST_CASE("a refused colocation leaves both groups as they were") {
  const Placed soft(R"(
  - {name: a, op: NothingOnCpu}
  - {name: b, op: SourceOnGpu, device: '/gpu:1'}
  - {name: c, op: Source, colocate_with: [b, a]}
)",
                    two_gpus(), kSoft);
  // TensorFlow sorts the names: c is with a, and cannot be with b.
  CHECK(soft.device_of("c") == kCpu0);
  CHECK(soft.device_of("b") == kGpu1);
}

TEST_CASE("a failed colocation names the one that comes later first, and all on either side") {
  const Graph graph = fakes::fake_graph(R"(
  - {name: a, op: Nothing, device: /gpu:1}
  - {name: b, op: Nothing, colocate_with: a}
  - {name: c, op: Nothing, device: /gpu:0, colocate_with: b}
)");
  const PlacementFault value = fault_value(graph, two_gpus());
  CHECK(value.node == graph.find("c"));
  CHECK(value.other == graph.find("b"));
  CHECK(value.culprit() == graph.find("c"));
  CHECK(value.group.empty());
  CHECK(value.other_group == std::vector<NodeId>{graph.find("a"), graph.find("b")});
  // The larger group's request is the one that is merged into.
  CHECK(value.problem ==
        "Cannot merge devices with incompatible ids: '/device:GPU:1' and '/device:GPU:0'");
}

TEST_CASE("a group may be tied by a reference and by colocation") {
  const Placed placed(R"(
  - {name: k, op: Source}
  - {name: v, op: Variable}
  - {name: init, op: Assign, inputs: [v, k]}
  - {name: near, op: Nothing, colocate_with: init, device: /gpu:1}
)");
  CHECK(placed.device_of("v") == kGpu1);
  CHECK(placed.rule_of("v") == "reference");
  CHECK(placed.rule_of("near") == "requested");
}

TEST_CASE("a group keeps a kernel's priority where no other member has one") {
  const Placed placed(R"(
  - {name: s, op: Source}
  - {name: a, op: PrefersCpu, inputs: [s]}
  - {name: b, op: Nothing, colocate_with: a}
  - {name: c, op: Nothing, colocate_with: a}
)");
  CHECK(placed.device_of("a") == kCpu0);
  CHECK(placed.device_of("b") == kCpu0);
  CHECK(placed.device_of("c") == kCpu0);
}

TEST_CASE("kernels whose priorities disagree leave the group without any") {
  const Placed placed(R"(
  - {name: s, op: Source}
  - {name: a, op: PrefersCpu, inputs: [s]}
  - {name: b, op: PrefersGpu, inputs: [s], colocate_with: a}
)");
  CHECK(placed.device_of("a") == kGpu0);

  // Without priorities the group takes those of the next.
  const Placed next(R"(
  - {name: s, op: Source}
  - {name: a, op: PrefersCpu, inputs: [s]}
  - {name: b, op: PrefersGpu, inputs: [s], colocate_with: a}
  - {name: c, op: PrefersCpu, inputs: [s], colocate_with: a}
)");
  CHECK(next.device_of("a") == kCpu0);
}

TEST_CASE("kernels of equal priority order the types as a GPU's higher one does") {
  const Placed placed(R"(
  - {name: s, op: Source}
  - {name: a, op: PrioritizesBoth, inputs: [s]}
  - {name: b, op: PrefersGpu, inputs: [s], colocate_with: a}
  - {name: c, op: PrefersCpu, inputs: [s], colocate_with: a}
)");
  // a and b agree, so their priorities stand when c disagrees, and none is left.
  CHECK(placed.device_of("a") == kGpu0);
}

// --- faults and soft placement: the table of the reference's section b.8, row by row ---

TEST_CASE("an id that does not exist is a fault, soft, the best device is taken instead") {
  constexpr std::string_view kNodes = "  - {name: x, op: Nothing, device: /gpu:7}\n";
  CHECK(fault(kNodes) == "no such device: x");
  const Placed soft(kNodes, two_gpus(), kSoft);
  CHECK(soft.device_of("x") == kGpu0);
  CHECK(soft.rule_of("x") == "soft_placement");
  CHECK(soft.is_fallback("x"));
  CHECK(soft.placement().warnings.empty());
}

TEST_CASE("soft placement drops the type with the id, so that a missing CPU becomes a GPU") {
  const Placed soft("  - {name: x, op: Nothing, device: /cpu:7}\n", two_gpus(), kSoft);
  CHECK(soft.device_of("x") == kGpu0);
}

TEST_CASE("a type that has no kernel is a fault, soft, one that has is taken instead") {
  constexpr std::string_view kNodes = "  - {name: x, op: NothingOnCpu, device: /gpu:1}\n";
  CHECK(fault(kNodes) == "no kernel for the type: x");
  CHECK(Placed(kNodes, two_gpus(), kSoft).device_of("x") == kCpu0);
}

TEST_CASE("a type that has no kernel for the node's types is a fault, soft, it is not") {
  constexpr std::string_view kNodes = R"(
  - {name: s, op: Source, dtype: int32}
  - {name: x, op: FloatsOnGpu, inputs: [s], device: /gpu:1}
)";
  CHECK(fault(kNodes) == "no kernel for the type: x");
  CHECK(Placed(kNodes, two_gpus(), kSoft).device_of("x") == kCpu0);
}

TEST_CASE("a type that does not exist is a fault, soft, the best device is taken instead") {
  constexpr std::string_view kGpu = "  - {name: x, op: Nothing, device: /gpu:0}\n";
  CHECK(fault(kGpu, no_gpu()) == "no such device: x");
  CHECK(Placed(kGpu, no_gpu(), kSoft).device_of("x") == kCpu0);

  constexpr std::string_view kUnknown = "  - {name: x, op: Nothing, device: '/device:foo:0'}\n";
  CHECK(fault(kUnknown) == "no such device: x");
  CHECK(Placed(kUnknown, two_gpus(), kSoft).device_of("x") == kGpu0);
}

TEST_CASE("a job, replica or task that does not exist is a fault, soft or not") {
  for (const std::string_view task :
       {"/job:worker", "/replica:1", "/task:1", "/job:worker/gpu:0"}) {
    CAPTURE(task);
    const std::string nodes = "  - {name: x, op: Nothing, device: '" + std::string(task) + "'}\n";
    CHECK(fault(nodes) == "no such device: x");
    CHECK(fault(nodes, two_gpus(), kSoft) == "no such device: x");
  }
}

TEST_CASE("soft placement keeps to the job that is asked for") {
  const Placed soft("  - {name: x, op: Nothing, device: '/job:worker/gpu:0'}\n",
                    {kCpu0, kGpu0, device("/job:worker/cpu:0")}, kSoft);
  CHECK(soft.device_of("x") == device("/job:worker/cpu:0"));
}

TEST_CASE("an op without any kernel is a fault, soft or not, wherever it asks to be") {
  constexpr std::string_view kNodes = R"(
  - {name: s, op: Source}
  - {name: x, op: OnNeither, inputs: [s], device: /gpu:7}
)";
  CHECK(fault(kNodes) == "no kernel: x");
  CHECK(fault(kNodes, two_gpus(), kSoft) == "no kernel: x");
}

TEST_CASE("an op whose kernels are all on types that are not there is a fault, soft or not") {
  constexpr std::string_view kNodes = "  - {name: x, op: SourceOnGpu}\n";
  CHECK(fault(kNodes, no_gpu()) == "no kernel: x");
  CHECK(fault(kNodes, no_gpu(), kSoft) == "no kernel: x");
}

TEST_CASE("an op without a kernel for the node's types is a fault") {
  CHECK(fault(R"(
  - {name: i, op: Source, dtype: int32}
  - {name: x, op: FloatsOnly, inputs: [i]}
)") == "no kernel: x");
}

TEST_CASE("a task without a type that has a kernel is a fault") {
  CHECK(fault("  - {name: x, op: SourceOnGpu, device: '/job:worker'}\n",
              {kCpu0, kGpu0, device("/job:worker/cpu:0")}) == "no kernel for the task: x");
}

TEST_CASE("a member of a group whose common request cannot be is at fault") {
  constexpr std::string_view kNodes = R"(
  - {name: a, op: Nothing, device: /gpu}
  - {name: b, op: Nothing, device: '/device:*:7', colocate_with: a}
)";
  CHECK(fault(kNodes) == "group elsewhere: a");
  const Graph graph = fakes::fake_graph(kNodes);
  const PlacementFault value = fault_value(graph, two_gpus());
  CHECK(to_string(value.group_spec) == "/device:GPU:7");
  CHECK(value.group == std::vector<NodeId>{graph.find("a"), graph.find("b")});
}

TEST_CASE("a group moves together when soft placement drops what one of it asks for") {
  const Placed soft(R"(
  - {name: a, op: Nothing, device: /gpu:7}
  - {name: b, op: NothingOnCpu, colocate_with: a}
)",
                    two_gpus(), kSoft);
  CHECK(soft.device_of("a") == kCpu0);
  CHECK(soft.rule_of("a") == "soft_placement");
  CHECK(soft.device_of("b") == kCpu0);
  CHECK(soft.rule_of("b") == "colocated");
}

TEST_CASE("soft placement moves a variable that others need elsewhere, and warns of it") {
  constexpr std::string_view kNodes = R"(
  - {name: v, op: Variable, device: /gpu:0}
  - {name: init, op: AssignOnCpu, inputs: [v]}
)";
  CHECK(fault(kNodes) == "no kernel for the type: v");
  const Placed soft(kNodes, two_gpus(), kSoft);
  CHECK(soft.device_of("v") == kCpu0);
  CHECK(soft.rule_of("v") == "soft_placement");
  CHECK(soft.device_of("init") == kCpu0);
  CHECK(soft.placement().warnings ==
        std::vector<std::string>{
            "Failed to place the graph without changing the devices of some resources. Some of the "
            "operations (that had to be colocated with resource generating operations) are not "
            "supported on the resources' devices. Current candidate devices are [\n"
            "  /job:localhost/replica:0/task:0/device:CPU:0].\n"
            "See below for details of this colocation group:\n"
            "  v (Variable) /gpu:0\n"
            "  init (AssignOnCpu) "});
}

TEST_CASE("soft placement warns of each variable that it moves") {
  const Placed soft(R"(
  - {name: v, op: Variable, dtype: int32, device: /gpu:0}
  - {name: w, op: Variable, dtype: int32, device: /gpu:0}
  - {name: h, op: HandleOnGpu, device: /cpu:0}
)",
                    two_gpus(), kSoft);
  CHECK(soft.placement().warnings.size() == 3);
}

TEST_CASE("soft placement keeps to a variable's type rather than move it") {
  const Placed soft(R"(
  - {name: k, op: Source}
  - {name: v, op: Variable, device: /gpu}
  - {name: init, op: Assign, inputs: [v, k], device: '/device:*:7'}
)",
                    two_gpus(), kSoft);
  CHECK(soft.candidates_of("v") == "/gpu:0 /gpu:1");
  CHECK(soft.placement().warnings.empty());
}

TEST_CASE("soft placement changes nothing where the request can be had") {
  const Placed soft(R"(
  - {name: a, op: Nothing, device: /gpu:1}
  - {name: b, op: Nothing, device: /cpu:0}
)",
                    two_gpus(), kSoft);
  CHECK(soft.device_of("a") == kGpu1);
  CHECK(soft.rule_of("a") == "requested");
  CHECK(soft.device_of("b") == kCpu0);
  CHECK_FALSE(soft.is_fallback("b"));
}

TEST_CASE("a source that soft placement frees follows those that read it") {
  const Placed soft(R"(
  - {name: x, op: Source, device: /gpu:7}
  - {name: y, op: OnCpu, inputs: [x]}
)",
                    two_gpus(), kSoft);
  CHECK(soft.device_of("x") == kCpu0);
  CHECK(soft.rule_of("x") == "follows_consumers");
  CHECK(soft.is_fallback("x"));
}

TEST_CASE("another process is thought to have a kernel for an op that has none here") {
  const Devices devices = {kCpu0, device("/job:worker/cpu:0"), device("/job:worker/gpu:0")};
  const auto node = [](std::string_view device) {
    return "  - {name: s, op: Source}\n  - {name: x, op: OnNeither, inputs: [s], device: '" +
           std::string(device) + "'}\n";
  };
  CHECK(Placed(node("/job:worker"), devices).device_of("x") == device("/job:worker/gpu:0"));
  CHECK(Placed(node("/job:worker/cpu:0"), devices).device_of("x") == device("/job:worker/cpu:0"));
  CHECK(fault(node("/job:localhost"), devices) == "no kernel: x");
  CHECK(fault(node("/cpu:0"), devices) == "no kernel: x");
  CHECK(fault(node("/task:1"), devices) == "no such device: x");
  CHECK(fault(node("/job:worker/device:TPU:0"), devices) == "no such device: x");
}

TEST_CASE("a kernel that only does not take these types is not thought to be elsewhere") {
  CHECK(fault(R"(
  - {name: i, op: Source, dtype: int32}
  - {name: x, op: FloatsOnly, inputs: [i], device: '/job:worker'}
)",
              {kCpu0, device("/job:worker/cpu:0")}) == "no kernel: x");
}

// --- which of several faults is reported ---

constexpr std::string_view kAllAtFault = R"(
  - device: /gpu:2
    nodes:
      - {name: a, op: Source}
      - {name: b, op: Source}
      - {name: MatMul, op: OnBoth, inputs: [a, b]}
)";

PlaceOptions ordered(NodeOrder order) { return {.fault_order = order}; }

TEST_CASE("of several nodes at fault the first in the release's order is reported") {
  CHECK(fault(kAllAtFault, no_gpu(), ordered(NodeOrder::guide)) == "no such device: b");
  CHECK(fault(kAllAtFault, no_gpu(), ordered(NodeOrder::release_0_12)) == "no such device: MatMul");
  CHECK(fault(kAllAtFault, no_gpu(), ordered(NodeOrder::release_1_15)) == "no such device: MatMul");
}

TEST_CASE("release 0.12 blames the second placeholder, which is read more than once") {
  CHECK(fault(R"(
  - device: /gpu:1
    nodes:
      - {name: Placeholder, op: Source}
      - {name: Placeholder_1, op: Source}
      - {name: MatMul, op: OnBoth, inputs: [Placeholder, Placeholder]}
      - {name: MatMul_1, op: OnBoth, inputs: [Placeholder_1, Placeholder_1]}
)",
              no_gpu(), ordered(NodeOrder::release_0_12)) == "no such device: Placeholder_1");
}

TEST_CASE("an impossible source is reported only where all other nodes can be placed") {
  CHECK(fault(R"(
  - {name: a, op: Source, device: /gpu:7}
  - {name: b, op: OnBoth, inputs: [a], device: /gpu:8}
)") == "no such device: b");
  CHECK(fault(R"(
  - {name: a, op: Source, device: /gpu:7}
  - {name: b, op: OnBoth, inputs: [a]}
)") == "no such device: a");
}

TEST_CASE("an op without kernels is reported before anything else") {
  CHECK(fault(R"(
  - {name: v, op: VariableOnCpu, device: /gpu:7}
  - {name: init, op: AssignOnGpu, inputs: [v]}
  - {name: a, op: Nothing, device: /gpu:0}
  - {name: b, op: Nothing, device: /gpu:1, colocate_with: a}
  - {name: s, op: Source}
  - {name: x, op: OnNeither, inputs: [s]}
)") == "no kernel: x");
}

TEST_CASE("a reference that cannot be is reported before a colocation that cannot be") {
  CHECK(fault(R"(
  - {name: a, op: Nothing, device: /gpu:0}
  - {name: b, op: Nothing, device: /gpu:1, colocate_with: a}
  - {name: v, op: VariableOnCpu}
  - {name: init, op: AssignOnGpu, inputs: [v]}
)") == "no common type: v, init (by reference)");
}

TEST_CASE("a colocation that cannot be is reported before a device that does not exist") {
  CHECK(fault(R"(
  - {name: x, op: Nothing, device: /gpu:7}
  - {name: a, op: Nothing, device: /gpu:0}
  - {name: b, op: Nothing, device: /gpu:1, colocate_with: a}
)") == "different requests: b, a");
}

TEST_CASE("the release's order decides among kernels and groups as well") {
  constexpr std::string_view kKernels = R"(
  - {name: x, op: SourceOnGpu}
  - {name: y, op: SourceOnGpu}
)";
  CHECK(fault(kKernels, no_gpu(), ordered(NodeOrder::guide)) == "no kernel: y");
  CHECK(fault(kKernels, no_gpu(), ordered(NodeOrder::release_1_15)) == "no kernel: x");

  constexpr std::string_view kGroups = R"(
  - {name: a, op: Nothing, device: /gpu:0}
  - {name: b, op: Nothing, device: /gpu:1, colocate_with: a}
)";
  CHECK(fault(kGroups, two_gpus(), ordered(NodeOrder::guide)) == "different requests: a, b");
  CHECK(fault(kGroups, two_gpus(), ordered(NodeOrder::release_1_15)) == "different requests: b, a");
}

TEST_CASE("the order of faults does not decide where a node goes") {
  constexpr std::string_view kNodes = R"(
  - {name: a, op: NothingOnCpu}
  - {name: b, op: SourceOnGpu}
  - {name: c, op: Source, colocate_with: [a, b]}
)";
  for (const NodeOrder order :
       {NodeOrder::guide, NodeOrder::release_0_12, NodeOrder::release_1_15}) {
    const PlaceOptions options{.allow_soft_placement = true, .fault_order = order};
    CHECK(Placed(kNodes, two_gpus(), options).device_of("c") == kCpu0);
  }
}

// --- the whole ---

TEST_CASE("a node that nothing needs is placed, and can be at fault") {
  CHECK(fault(R"(
  - {name: x, op: Nothing}
  - {name: unused, op: Nothing, device: /gpu:7}
)") == "no such device: unused");
}

TEST_CASE("a graph without nodes is placed") { CHECK(Placed("  []\n").placement().nodes.empty()); }

TEST_CASE("the order of the devices does not decide where a node goes") {
  Devices devices = {kCpu0, kGpu1, kGpu0};
  CHECK(Placed("  - {name: x, op: Nothing}\n", devices).device_of("x") == kGpu0);
  std::ranges::reverse(devices);
  CHECK(Placed("  - {name: x, op: Nothing}\n", devices).device_of("x") == kGpu0);
}

TEST_CASE("nodes that ask for the same share their candidates") {
  const Placed placed(R"(
  - {for: i, range: 100, nodes: [{op: Source, as: s}, {op: OnBoth, inputs: [s]}]}
)");
  CHECK(placed.placement().nodes.size() == 200);
  CHECK(placed.placement().candidates.size() == 2);
}

TEST_CASE("each rule has a name") {
  std::string names;
  for (const PlacementRule rule :
       {PlacementRule::requested, PlacementRule::best_device, PlacementRule::follows_consumers,
        PlacementRule::follows_input, PlacementRule::colocated, PlacementRule::reference,
        PlacementRule::soft_placement}) {
    names += std::string(to_string(rule)) + " ";
  }
  CHECK(names ==
        "requested best_device follows_consumers follows_input colocated reference "
        "soft_placement ");
}

}  // namespace
}  // namespace graphrun
