#include "report/placement_message.h"

#include "catch.h"
#include "report_fixture.h"

namespace graphrun {
namespace {

using report_fixture::Machine;
using report_fixture::no_gpu;
using report_fixture::one_gpu;

std::string message(const std::string& text, const Machine& machine, Style style) {
  const report_fixture::Unplaceable graph(text, machine, style);
  return placement_message(graph.fault, graph.model.graph, report_fixture::names(machine), style);
}

const std::string kGpu2 = R"(nodes:
  - device: /gpu:2
    nodes:
      - {name: a, op: Const, value: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], shape: [2, 3]}
      - {name: b, op: Const, value: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], shape: [3, 2]}
      - {op: MatMul, inputs: [a, b]}
)";

TEST_CASE("a device that does not exist is reported in the guide's words") {
  CHECK(message(kGpu2, one_gpu(), Style::guide) ==
        "Cannot assign a device to node 'b': Could not satisfy explicit device specification "
        "'/gpu:2'\n"
        "   [[Node: b = Const[dtype=DT_FLOAT, value=Tensor<type: float shape: [3,2] values: "
        "1 2 3...>, _device=\"/gpu:2\"]()]]");
  CHECK(message(kGpu2, one_gpu(), Style::guide_full) ==
        "Cannot assign a device to node 'b': Could not satisfy explicit device specification "
        "'/device:GPU:2'\n"
        "   [[Node: b = Const[dtype=DT_FLOAT, value=Tensor<type: float shape: [3,2] values: "
        "1 2 3...>, _device=\"/device:GPU:2\"]()]]");
}

TEST_CASE("a device that does not exist is reported as in the transcript of release 0.12") {
  CHECK(message(R"(nodes:
  - device: /gpu:1
    nodes:
      - {op: Placeholder, dtype: float32, shape: [100, 100]}
      - {op: Placeholder, dtype: float32, shape: [100, 100]}
)",
                no_gpu(), Style::tf_0_12) ==
        "Cannot assign a device to node 'Placeholder_1': Could not satisfy explicit device "
        "specification '/device:GPU:1' because no devices matching that specification are "
        "registered in this process; available devices: /job:localhost/replica:0/task:0/cpu:0\n"
        "     [[Node: Placeholder_1 = Placeholder[dtype=DT_FLOAT, shape=[100,100], "
        "_device=\"/device:GPU:1\"]()]]");
}

TEST_CASE("a device that does not exist is reported in the words of release 1.15") {
  CHECK(message(kGpu2, one_gpu(), Style::tf) ==
        "Cannot assign a device for operation MatMul: {{node MatMul}} was explicitly assigned to "
        "/device:GPU:2 but available devices are [ /job:localhost/replica:0/task:0/device:CPU:0, "
        "/job:localhost/replica:0/task:0/device:GPU:0 ]. Make sure the device specification refers "
        "to a valid device.\n"
        "\t [[MatMul]]");
  CHECK(message(kGpu2, no_gpu(), Style::tf) ==
        "Cannot assign a device for operation MatMul: {{node MatMul}} was explicitly assigned to "
        "/device:GPU:2 but available devices are [ /job:localhost/replica:0/task:0/device:CPU:0 "
        "]. Make sure the device specification refers to a valid device. The requested device "
        "appears to be a GPU, but CUDA is not enabled.\n"
        "\t [[MatMul]]");
}

const std::string kIntegersOnGpu = R"(nodes:
  - {name: a, op: Const, value: [[1]]}
  - {name: m, op: MatMul, inputs: [a, a], device: /gpu:0}
)";

TEST_CASE("a kernel that is missing is reported in each release's words") {
  CHECK(message(kIntegersOnGpu, one_gpu(), Style::guide) ==
        "Cannot assign a device to node 'm': Could not satisfy explicit device specification "
        "'/gpu:0'\n"
        "   [[Node: m = MatMul[T=DT_INT32, transpose_a=false, transpose_b=false, "
        "_device=\"/gpu:0\"](a, a)]]");
  CHECK(message(kIntegersOnGpu, one_gpu(), Style::tf_0_12) ==
        "Cannot assign a device to node 'm': Could not satisfy explicit device specification "
        "'/device:GPU:0' because no supported kernel for GPU devices is available.\n"
        "     [[Node: m = MatMul[T=DT_INT32, transpose_a=false, transpose_b=false, "
        "_device=\"/device:GPU:0\"](a, a)]]");
  CHECK(message(kIntegersOnGpu, one_gpu(), Style::tf) ==
        "Cannot assign a device for operation m: Could not satisfy explicit device specification "
        "'/device:GPU:0' because no supported kernel for GPU devices is available.\n"
        "Colocation Debug Info:\n"
        "Colocation group had the following types and supported devices: \n"
        "Root Member(assigned_device_name_index_=-1 requested_device_name_='/device:GPU:0' "
        "assigned_device_name_='' resource_device_name_='' supported_device_types_=[CPU] "
        "possible_devices_=[]\n"
        "MatMul: CPU \n"
        "\n"
        "Colocation members, user-requested devices, and framework assigned devices, if any:\n"
        "  m (MatMul) /device:GPU:0\n"
        "\n"
        "Op: MatMul\n"
        "Node attrs: T=DT_INT32, transpose_a=false, transpose_b=false\n"
        "Registered kernels:\n"
        "  device='CPU'; T in [DT_FLOAT, DT_INT32]\n"
        "  device='GPU'; T in [DT_FLOAT]\n"
        "\n"
        "\t [[{{node m}}]]");
}

TEST_CASE("a task without a kernel is reported without the quote that releases forgot") {
  report_fixture::Machine machine = no_gpu();
  machine.push_back({.name = {.job = "far", .type = DeviceType::gpu}});
  const std::string text = R"(nodes:
  - {name: a, op: Const, value: 1.0}
  - {name: x, op: OnCpu, inputs: [a], device: /job:far}
)";
  CHECK(message(text, machine, Style::guide) ==
        "Cannot assign a device to node 'x': Could not satisfy explicit device specification "
        "'/job:far'\n"
        "   [[Node: x = OnCpu[T=DT_FLOAT, _device=\"/job:far\"](a)]]");
  CHECK(message(text, machine, Style::tf_0_12) ==
        "Cannot assign a device to node 'x': Could not satisfy explicit device specification "
        "'/job:far\n"
        "     [[Node: x = OnCpu[T=DT_FLOAT, _device=\"/job:far\"](a)]]");
}

TEST_CASE("an op without a kernel on any device is reported in each release's words") {
  const std::string text = R"(nodes:
  - {name: a, op: Const, value: 1.0}
  - {name: x, op: Nowhere, inputs: [a]}
  - {name: y, op: OnGpu, inputs: [a]}
)";
  CHECK(message(text, no_gpu(), Style::guide) ==
        "No OpKernel was registered to support Op 'OnGpu' with these attrs\n"
        "   [[Node: y = OnGpu[T=DT_FLOAT](a)]]");
  CHECK(message(text, one_gpu(), Style::tf_0_12) ==
        "No OpKernel was registered to support Op 'Nowhere' with these attrs.  Registered devices: "
        "[CPU,GPU], Registered kernels:\n"
        "  <no registered kernels>\n"
        "\n"
        "     [[Node: x = Nowhere[T=DT_FLOAT](a)]]");
  CHECK(message(text, one_gpu(), Style::tf) ==
        "No OpKernel was registered to support Op 'Nowhere' used by {{node x}}with these attrs: "
        "[T=DT_FLOAT]\n"
        "Registered devices: [CPU, GPU]\n"
        "Registered kernels:\n"
        "  <no registered kernels>\n"
        "\n"
        "\t [[x]]");
}

const std::string kCpuWithGpu = R"(nodes:
  - {name: a, op: Const, value: 1.0}
  - {name: x, op: OnCpu, inputs: [a]}
  - {name: y, op: OnGpu, inputs: [a], colocate_with: x}
)";

TEST_CASE("nodes that no device type runs together are reported in each release's words") {
  CHECK(message(kCpuWithGpu, one_gpu(), Style::guide) ==
        "Cannot colocate nodes 'x' and 'y' because no device type supports both of those nodes and "
        "the other nodes colocated with them\n"
        "   [[Node: x = OnCpu[T=DT_FLOAT](a)]]");
  CHECK(message(kCpuWithGpu, one_gpu(), Style::tf_0_12) ==
        "Cannot colocate nodes 'x' and 'y' because no device type supports both of those nodes and "
        "the other nodes colocated with them.\n"
        "     [[Node: x = OnCpu[T=DT_FLOAT](a)]]");
  CHECK(message(kCpuWithGpu, one_gpu(), Style::tf) ==
        "Cannot colocate nodes {{colocation_node y}} and {{colocation_node x}} because no device "
        "type supports both of those nodes and the other nodes colocated with them.\n"
        "Colocation Debug Info:\n"
        "Colocation group had the following types and supported devices: \n"
        "Root Member(assigned_device_name_index_=-1 requested_device_name_='' "
        "assigned_device_name_='' resource_device_name_='' supported_device_types_=[GPU] "
        "possible_devices_=[]\n"
        "OnGpu: GPU \n"
        "\n"
        "Colocation members, user-requested devices, and framework assigned devices, if any:\n"
        "  y (OnGpu) \n"
        "\n"
        "Colocation Debug Info:\n"
        "Colocation group had the following types and supported devices: \n"
        "Root Member(assigned_device_name_index_=-1 requested_device_name_='' "
        "assigned_device_name_='' resource_device_name_='' supported_device_types_=[CPU] "
        "possible_devices_=[]\n"
        "OnCpu: CPU \n"
        "\n"
        "Colocation members, user-requested devices, and framework assigned devices, if any:\n"
        "  x (OnCpu) \n"
        "\n"
        "\t [[{{node y}}]]");
}

TEST_CASE("nodes that ask for devices that differ are reported in each release's words") {
  const std::string text = R"(nodes:
  - {name: x, op: Const, value: 1.0, device: /gpu:0}
  - {name: y, op: Const, value: 1.0, device: /cpu:0, colocate_with: x}
)";
  CHECK(message(text, one_gpu(), Style::guide) ==
        "Cannot colocate nodes 'x' and 'y': Cannot merge devices with incompatible types: "
        "'/device:GPU:0' and '/device:CPU:0'\n"
        "   [[Node: x = Const[dtype=DT_FLOAT, value=Tensor<type: float shape: [] values: 1>, "
        "_device=\"/gpu:0\"]()]]");
  CHECK(message(text, one_gpu(), Style::tf_0_12) ==
        "Cannot colocate nodes 'x' and 'y: Cannot merge devices with incompatible types: "
        "'/device:GPU:0' and '/device:CPU:0'\n"
        "     [[Node: x = Const[dtype=DT_FLOAT, value=Tensor<type: float shape: [] values: 1>, "
        "_device=\"/device:GPU:0\"]()]]");
  CHECK(message(text, one_gpu(), Style::tf) ==
        "Cannot colocate nodes {{colocation_node y}} and {{colocation_node x}}: Cannot merge "
        "devices with incompatible types: '/device:CPU:0' and '/device:GPU:0'\n"
        "\t [[{{node y}}]]");
}

TEST_CASE("a node whose group asks for what cannot be had is reported in each release's words") {
  const std::string text = R"(nodes:
  - {name: x, op: Const, value: 1.0, device: /gpu:7}
  - {name: y, op: AddN, inputs: [x], colocate_with: x}
)";
  CHECK(message(text, one_gpu(), Style::tf_0_12) ==
        "Cannot assign a device to node 'y': Could not satisfy explicit device specification '' "
        "because the node was colocated with a group of nodes that required incompatible device "
        "'/device:GPU:7'\n"
        "Colocation Debug Info:\n"
        "Colocation group had the following types and devices: \n"
        "AddN: GPU CPU \n"
        "Const: GPU CPU \n"
        "     [[Node: y = AddN[N=1, T=DT_FLOAT, _class=[\"loc:@x\"]](x)]]");
  CHECK(message(text, one_gpu(), Style::tf) ==
        "Cannot assign a device for operation y: Could not satisfy explicit device specification "
        "'' because the node {{colocation_node y}} was colocated with a group of nodes that "
        "required incompatible device '/device:GPU:7'. All available devices "
        "[/job:localhost/replica:0/task:0/device:CPU:0, "
        "/job:localhost/replica:0/task:0/device:GPU:0]. \n"
        "Colocation Debug Info:\n"
        "Colocation group had the following types and supported devices: \n"
        "Root Member(assigned_device_name_index_=-1 requested_device_name_='/device:GPU:7' "
        "assigned_device_name_='' resource_device_name_='' supported_device_types_=[GPU, CPU] "
        "possible_devices_=[]\n"
        "AddN: GPU CPU \n"
        "Const: GPU CPU \n"
        "\n"
        "Colocation members, user-requested devices, and framework assigned devices, if any:\n"
        "  x (Const) /device:GPU:7\n"
        "  y (AddN) \n"
        "\n"
        "\t [[{{node y}}]]");
}

TEST_CASE("the device of a variable is told in release 1.15's debug information") {
  const std::string text = R"(nodes:
  - {name: v, op: VariableV2, dtype: float32, shape: [2], device: /gpu:7}
)";
  CHECK(message(text, one_gpu(), Style::tf).find("{{node v}} was explicitly assigned to") !=
        std::string::npos);
  const std::string integers = R"(nodes:
  - {name: v, op: VariableV2, dtype: int32, shape: [2], device: /gpu:0}
)";
  CHECK(message(integers, one_gpu(), Style::tf).find("resource_device_name_='/device:GPU:0'") !=
        std::string::npos);
}

TEST_CASE("a reference to what another device type runs is reported in each release's words") {
  const std::string text = R"(nodes:
  - {name: v, op: VariableV2, dtype: float32, shape: [2], device: /gpu:0}
  - {name: w, op: VariableV2, dtype: float32, shape: [2], device: /cpu:0}
  - {name: s, op: Swap, inputs: [v, w]}
)";
  CHECK(message(text, one_gpu(), Style::guide) ==
        "Cannot satisfy colocation constraint implied by reference connection: Cannot colocate "
        "nodes 'w' and 's': Cannot merge devices with incompatible types: '/device:CPU:0' and "
        "'/device:GPU:0'\n"
        "   [[Node: s = Swap[T=DT_FLOAT](v, w)]]");
  CHECK(message(text, one_gpu(), Style::tf_0_12) ==
        "Nodes were connected by a reference connection (requiring them to be on the same device), "
        "but the two nodes were assigned two different devices: Cannot colocate nodes 'w' and 's: "
        "Cannot merge devices with incompatible types: '/device:CPU:0' and '/device:GPU:0'\n"
        "     [[Node: s = Swap[T=DT_FLOAT](v, w)]]");
  CHECK(message(text, one_gpu(), Style::tf) ==
        "Cannot place the graph because a reference or resource edge connects colocation groups "
        "with incompatible resource devices: /device:CPU:0 vs /device:GPU:0. The edge src node is "
        "w , and the dst node is s");
}

TEST_CASE("a reference between what no device type runs is reported in each release's words") {
  const std::string text = R"(nodes:
  - {name: v, op: VariableV2, dtype: int32, shape: []}
  - {name: one, op: Const, value: 1}
  - {name: s, op: AssignOnGpu, inputs: [v, one]}
)";
  CHECK(message(text, one_gpu(), Style::guide) ==
        "Cannot satisfy colocation constraint implied by reference connection: Cannot colocate "
        "nodes 'v' and 's' because no device type supports both of those nodes and the other nodes "
        "colocated with them\n"
        "   [[Node: s = AssignOnGpu[T=DT_INT32](v, one)]]");
  CHECK(message(text, one_gpu(), Style::tf)
            .starts_with("Nodes were connected by a reference connection (requiring them to be on "
                         "the same device), but the two nodes were assigned two different devices: "
                         "Cannot colocate nodes {{colocation_node v}} and {{colocation_node s}} "
                         "because no device type supports both of those nodes and the other nodes "
                         "colocated with them.\nColocation Debug Info:\n"));
  CHECK(message(text, one_gpu(), Style::tf).ends_with("\n\t [[{{node s}}]]"));
}

TEST_CASE("a group that nothing runs, and that asks for nothing, is reported with its inputs") {
  const Machine machine = one_gpu();
  const Model model = read_model_text("m.yaml", kCpuWithGpu, report_fixture::ops());
  const PlacementFault fault{.kind = PlacementFault::Kind::group_unsupported,
                             .node = model.graph.find("y"),
                             .group = {model.graph.find("x"), model.graph.find("y")}};
  const auto text = [&](Style style) {
    return placement_message(fault, model.graph, report_fixture::names(machine), style);
  };
  CHECK(text(Style::guide) ==
        "Cannot assign a device to node 'y': Node had no OpKernel registered to support this "
        "operation: Operation was OnGpu and inputs were float\n"
        "   [[Node: y = OnGpu[T=DT_FLOAT, _class=[\"loc:@x\"]](a)]]");
  CHECK(text(Style::tf) ==
        "Cannot assign a device for operation y: Node had no OpKernel registered to support this "
        "operation: Operation was OnGpu and inputs were [float].\n"
        "\n"
        "Colocation Debug Info:\n"
        "Colocation group had the following types and supported devices: \n"
        "Root Member(assigned_device_name_index_=-1 requested_device_name_='' "
        "assigned_device_name_='' resource_device_name_='' supported_device_types_=[] "
        "possible_devices_=[]\n"
        "OnCpu: CPU \n"
        "OnGpu: GPU \n"
        "\n"
        "Colocation members, user-requested devices, and framework assigned devices, if any:\n"
        "  x (OnCpu) \n"
        "  y (OnGpu) \n"
        "\n"
        "\t [[{{node y}}]]");
}

}  // namespace
}  // namespace graphrun
