#include "report/placement_error.h"

#include <fmt/format.h>

#include "catch.h"
#include "report_fixture.h"

namespace graphrun {
namespace {

using report_fixture::Machine;
using report_fixture::one_gpu;

std::string error(const std::string& text, const Machine& machine, Style style,
                  const std::string& file = "m.yaml") {
  const report_fixture::Unplaceable graph(text, machine, style, file);
  const Error error =
      placement_error(graph.fault, graph.model.graph, report_fixture::names(machine), style);
  CHECK(error.status() == ExitStatus::invalid);
  return error.what();
}

TEST_CASE("an error of placement points at the device that cannot be had") {
  CHECK(error(R"(# a device that this machine does not have
nodes:
  - nodes:
    - {name: b, op: Const, value: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], shape: [3, 2], device: /gpu:2}
)",
              one_gpu(), Style::guide, "graphs/gpu2.yaml") ==
        "graphs/gpu2.yaml:4:90: InvalidArgumentError: Cannot assign a device to node 'b': Could "
        "not satisfy explicit device specification '/gpu:2'\n"
        "   [[Node: b = Const[dtype=DT_FLOAT, value=Tensor<type: float shape: [3,2] values: "
        "1 2 3...>, _device=\"/gpu:2\"]()]]\n"
        " 4 |     - {name: b, op: Const, value: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], shape: [3, 2], "
        "device: /gpu:2}\n"
        "   | " +
            std::string(89, ' ') +
            "^ available: /cpu:0, /gpu:0\n"
            "   hint: --allow-soft-placement lets the runner pick a device that exists");
}

TEST_CASE("a device that a block gives is pointed at where the block gives it") {
  CHECK(error(R"(nodes:
  - device: /gpu:2
    nodes:
      - {name: b, op: Const, value: 1.0}
)",
              one_gpu(), Style::tf) ==
        "m.yaml:2:13: InvalidArgumentError: Cannot assign a device for operation b: {{node b}} was "
        "explicitly assigned to /device:GPU:2 but available devices are [ "
        "/job:localhost/replica:0/task:0/device:CPU:0, "
        "/job:localhost/replica:0/task:0/device:GPU:0 ]. Make sure the device specification refers "
        "to a valid device.\n"
        "\t [[b]]\n"
        " 2 |   - device: /gpu:2\n"
        "   |             ^ available: /cpu:0, /gpu:0\n"
        "   hint: --allow-soft-placement lets the runner pick a device that exists");
}

TEST_CASE("soft placement is not hinted at where it does not help") {
  CHECK(error(R"(nodes:
  - {name: b, op: Placeholder, dtype: float32, device: /job:far/gpu:0}
)",
              one_gpu(), Style::guide) ==
        "m.yaml:2:56: InvalidArgumentError: Cannot assign a device to node 'b': Could not satisfy "
        "explicit device specification '/job:far/gpu:0'\n"
        "   [[Node: b = Placeholder[dtype=DT_FLOAT, _device=\"/job:far/gpu:0\"]()]]\n"
        " 2 |   - {name: b, op: Placeholder, dtype: float32, device: /job:far/gpu:0}\n"
        "   |                                                        ^ available: /cpu:0, /gpu:0");
}

TEST_CASE("a node without a kernel where it asks to be is told where there is one") {
  CHECK(error(R"(nodes:
  - {name: a, op: Const, value: [[1]]}
  - {name: m, op: MatMul, inputs: [a, a], device: /gpu:0}
)",
              one_gpu(), Style::guide) ==
        "m.yaml:3:51: InvalidArgumentError: Cannot assign a device to node 'm': Could not satisfy "
        "explicit device specification '/gpu:0'\n"
        "   [[Node: m = MatMul[T=DT_INT32, transpose_a=false, transpose_b=false, "
        "_device=\"/gpu:0\"](a, a)]]\n"
        " 3 |   - {name: m, op: MatMul, inputs: [a, a], device: /gpu:0}\n"
        "   |                                                   ^ has a kernel for CPU\n"
        "   hint: --allow-soft-placement lets the runner pick another device");
}

TEST_CASE("an op that runs nowhere is pointed at, with the kernels that it has") {
  CHECK(error(R"(nodes:
  - {name: a, op: Const, value: [[1.0]], dtype: float64}
  - {name: m, op: MatMul, inputs: [a, a], device: /gpu:0}
)",
              one_gpu(), Style::guide) ==
        "m.yaml:3:5: InvalidArgumentError: No OpKernel was registered to support Op 'MatMul' with "
        "these attrs\n"
        "   [[Node: m = MatMul[T=DT_DOUBLE, transpose_a=false, transpose_b=false, "
        "_device=\"/gpu:0\"](a, a)]]\n"
        " 3 |   - {name: m, op: MatMul, inputs: [a, a], device: /gpu:0}\n"
        "   |     ^ kernels: CPU (T: float32, int32), GPU (T: float32)");
}

// Of one complaint, what stands beside the caret and below it.
std::string help(const std::string& text) {
  const report_fixture::Unplaceable graph(text, one_gpu(), Style::tf);
  const Complaint complaint = placement_complaint(graph.fault, graph.model.graph,
                                                  report_fixture::names(one_gpu()), Style::tf);
  return fmt::format("{}:{}: {}; {}", complaint.at.line, complaint.at.column, complaint.note,
                     complaint.hint);
}

TEST_CASE("nodes that must share a device are named") {
  CHECK(help(R"(nodes:
  - {name: x, op: Placeholder, dtype: float32, device: /gpu:7}
  - {name: y, op: AddN, inputs: [x], colocate_with: x}
)") == "3:5: must share a device with 'x'; --allow-soft-placement lets the runner pick another "
       "device");
  CHECK(help(R"(nodes:
  - {name: a, op: Const, value: 1.0}
  - {name: x, op: OnCpu, inputs: [a]}
  - {name: y, op: OnGpu, inputs: [a], colocate_with: x}
)") == "4:5: 'y' has a kernel for GPU, 'x' for CPU; --allow-soft-placement lets the runner place "
       "them apart");
  CHECK(help(R"(nodes:
  - {name: x, op: Const, value: 1.0, device: /gpu:0}
  - {name: y, op: Const, value: 1.0, device: /cpu:0, colocate_with: x}
)") == "3:46: must share a device with 'x' (line 2); --allow-soft-placement lets the runner pick "
       "another device");
  CHECK(help(R"(nodes:
  - {name: v, op: VariableV2, dtype: float32, shape: [2], device: /gpu:0}
  - {name: w, op: VariableV2, dtype: float32, shape: [2], device: /cpu:0}
  - {name: s, op: Swap, inputs: [v, w]}
)") == "4:5: 'w' (line 3) is to be on /device:CPU:0, what 's' is tied to on /device:GPU:0; ");
}

TEST_CASE("of many nodes that must share a device a few are named") {
  CHECK(help(R"(nodes:
  - {name: x, op: Placeholder, dtype: float32, device: /gpu:7}
  - for: i
    range: 6
    nodes:
      - {name: y$i, op: AddN, inputs: [x], colocate_with: x}
)") == "6:9: must share a device with 'x', 'y1', 'y2', 'y3', 2 more; --allow-soft-placement lets "
       "the runner pick another device");
}

}  // namespace
}  // namespace graphrun
