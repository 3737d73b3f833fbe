#include "placement/copies.h"

#include "catch.h"
#include "report_fixture.h"

namespace graphrun {
namespace {

using report_fixture::one_gpu;
using report_fixture::Placed;

constexpr DeviceIndex kCpu = 0;
constexpr DeviceIndex kGpu = 1;

TEST_CASE("a tensor is copied once to each device that reads it elsewhere") {
  const Placed placed(R"(nodes:
  - {name: x, op: Const, value: 1.0, device: /cpu:0}
  - {name: y, op: OnGpu, inputs: [x]}
  - {name: z, op: OnGpu, inputs: [x]}
  - {name: w, op: OnCpu, inputs: [z]}
)",
                      one_gpu());
  CHECK(copies(placed.graph(), placed.placement) ==
        std::vector<TensorCopy>{{{placed.node("x"), 0}, kCpu, kGpu},
                                {{placed.node("z"), 0}, kGpu, kCpu}});
}

TEST_CASE("copies are in the order of the file, even where those that read stand the other way") {
  const Placed placed(R"(nodes:
  - {name: a, op: Const, value: 1.0, device: /cpu:0}
  - {name: b, op: Const, value: 1.0, device: /cpu:0}
  - {name: y, op: OnGpu, inputs: [b]}
  - {name: z, op: OnGpu, inputs: [a]}
)",
                      one_gpu());
  CHECK(copies(placed.graph(), placed.placement) ==
        std::vector<TensorCopy>{{{placed.node("a"), 0}, kCpu, kGpu},
                                {{placed.node("b"), 0}, kCpu, kGpu}});
}

TEST_CASE("outputs of one node are copied apart") {
  const Placed placed(R"(nodes:
  - {name: axis, op: Const, value: 0, device: /cpu:0}
  - {name: x, op: Const, value: [1.0, 2.0], device: /cpu:0}
  - {name: s, op: Split, inputs: [axis, x], num_split: 2, device: /cpu:0}
  - {name: y, op: OnGpu, inputs: ["s:1"]}
  - {name: z, op: OnGpu, inputs: [s]}
)",
                      one_gpu());
  CHECK(copies(placed.graph(), placed.placement) ==
        std::vector<TensorCopy>{{{placed.node("s"), 0}, kCpu, kGpu},
                                {{placed.node("s"), 1}, kCpu, kGpu}});
}

TEST_CASE("a variable's reference that is read elsewhere is a copy") {
  const Placed placed(R"(nodes:
  - {name: v, op: VariableV2, dtype: float32, shape: [2], device: /cpu:0}
  - {name: y, op: OnGpu, inputs: [v]}
)",
                      one_gpu());
  CHECK(copies(placed.graph(), placed.placement) ==
        std::vector<TensorCopy>{{{placed.node("v"), 0}, kCpu, kGpu}});
}

TEST_CASE("a control input brings no tensor") {
  const Placed placed(R"(nodes:
  - {name: x, op: Const, value: 1.0, device: /cpu:0}
  - {name: y, op: Const, value: 1.0, device: /gpu:0, control_inputs: [x]}
)",
                      one_gpu());
  CHECK(copies(placed.graph(), placed.placement).empty());
}

}  // namespace
}  // namespace graphrun
