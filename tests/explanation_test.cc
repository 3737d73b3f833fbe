#include "report/explanation.h"

#include "catch.h"
#include "report_fixture.h"

namespace graphrun {
namespace {

using report_fixture::one_gpu;
using report_fixture::Placed;

TEST_CASE("an explanation tells of each node what was asked, what there is and what decided") {
  const Placed placed(R"(nodes:
  - {name: a, op: Const, value: [[1.0]], device: /cpu:0}
  - {name: b, op: Const, value: [[1.0]]}
  - {name: c, op: MatMul, inputs: [a, b]}
  - {name: d, op: OnCpu, inputs: [c]}
)",
                      one_gpu());
  CHECK(explanation(placed.graph(), placed.placement, Style::guide) ==
        "a (Const, m.yaml:2): /job:localhost/replica:0/task:0/cpu:0\n"
        "  asked for: /cpu:0 (line 2)\n"
        "  kernels on: /job:localhost/replica:0/task:0/cpu:0, "
        "/job:localhost/replica:0/task:0/gpu:0\n"
        "  requested: the best of the devices that it asks for\n"
        "  not on /job:localhost/replica:0/task:0/gpu:0: not the requested type\n"
        "b (Const, m.yaml:3): /job:localhost/replica:0/task:0/gpu:0\n"
        "  asked for: nothing\n"
        "  kernels on: /job:localhost/replica:0/task:0/cpu:0, "
        "/job:localhost/replica:0/task:0/gpu:0\n"
        "  follows_consumers: a source; all that read it are there, which saves a copy\n"
        "  not on /job:localhost/replica:0/task:0/cpu:0: another candidate comes first\n"
        "c (MatMul, m.yaml:4): /job:localhost/replica:0/task:0/gpu:0\n"
        "  asked for: nothing\n"
        "  kernels on: /job:localhost/replica:0/task:0/cpu:0, "
        "/job:localhost/replica:0/task:0/gpu:0\n"
        "  best_device: it asks for none; the best of the devices with a kernel for it\n"
        "  not on /job:localhost/replica:0/task:0/cpu:0: another candidate comes first\n"
        "d (OnCpu, m.yaml:5): /job:localhost/replica:0/task:0/cpu:0\n"
        "  asked for: nothing\n"
        "  kernels on: /job:localhost/replica:0/task:0/cpu:0\n"
        "  best_device: it asks for none; the best of the devices with a kernel for it\n"
        "  not on /job:localhost/replica:0/task:0/gpu:0: no kernel for this op and its types\n");
}

std::string paragraph(const Placed& placed, std::string_view name) {
  return explanation_of(placed.graph(), placed.placement, placed.node(name), Style::tf);
}

TEST_CASE("a candidate that was passed over is told from one that comes later") {
  const Placed placed(R"(nodes:
  - {name: a, op: Const, value: 1.0}
  - {name: b, op: OnCpu, inputs: [a]}
)",
                      one_gpu());
  CHECK(paragraph(placed, "a") ==
        "a (Const, m.yaml:2): /job:localhost/replica:0/task:0/device:CPU:0\n"
        "  asked for: nothing\n"
        "  kernels on: /job:localhost/replica:0/task:0/device:CPU:0, "
        "/job:localhost/replica:0/task:0/device:GPU:0\n"
        "  follows_consumers: a source; all that read it are there, which saves a copy\n"
        "  not on /job:localhost/replica:0/task:0/device:GPU:0: it could be there, but the rule "
        "chose another candidate\n");
}

TEST_CASE("a node that follows its input is told which") {
  const Placed placed(R"(nodes:
  - {name: v, op: VariableV2, dtype: int32, shape: [2]}
  - {name: s, op: Shape, inputs: [v]}
)",
                      one_gpu());
  CHECK(paragraph(placed, "s") ==
        "s (Shape, m.yaml:3): /job:localhost/replica:0/task:0/device:CPU:0\n"
        "  asked for: nothing\n"
        "  kernels on: /job:localhost/replica:0/task:0/device:CPU:0, "
        "/job:localhost/replica:0/task:0/device:GPU:0\n"
        "  follows_input: it reads the metadata of its input alone, and goes where that is ('v')\n"
        "  not on /job:localhost/replica:0/task:0/device:GPU:0: it could be there, but the rule "
        "chose another candidate\n");
}

TEST_CASE("what soft placement let go of is told") {
  const Placed placed(R"(nodes:
  - device: /gpu:7
    nodes:
      - {name: a, op: Placeholder, dtype: float32}
)",
                      one_gpu(), true);
  CHECK(paragraph(placed, "a") ==
        "a (Placeholder, m.yaml:4): /job:localhost/replica:0/task:0/device:GPU:0\n"
        "  asked for: /gpu:7 (line 2)\n"
        "  kernels on: /job:localhost/replica:0/task:0/device:CPU:0, "
        "/job:localhost/replica:0/task:0/device:GPU:0\n"
        "  soft_placement: what it asks for cannot be had; the best of the other devices\n"
        "  not on /job:localhost/replica:0/task:0/device:CPU:0: another candidate comes first\n");
}

TEST_CASE("every rule has a clause of its own") {
  CHECK(clause(PlacementRule::colocated) == "it must share a device with a node that decided");
  CHECK(clause(PlacementRule::reference) ==
        "it is tied by a reference to a variable, and goes where that is");
}

}  // namespace
}  // namespace graphrun
