#include "report/device_lines.h"

#include "catch.h"
#include "report_fixture.h"

namespace graphrun {
namespace {

using report_fixture::four_gpus;
using report_fixture::no_gpu;
using report_fixture::one_gpu;

TEST_CASE("the mapping of the guide's machine with one GPU is the guide's") {
  CHECK(device_mapping(one_gpu(), Style::guide) ==
        "Device mapping:\n"
        "/job:localhost/replica:0/task:0/gpu:0 -> device: 0, name: Tesla K40c, pci bus id: "
        "0000:05:00.0\n");
}

TEST_CASE("the mapping of the guide's machine with four GPUs is the guide's") {
  CHECK(device_mapping(four_gpus(), Style::guide) ==
        "Device mapping:\n"
        "/job:localhost/replica:0/task:0/gpu:0 -> device: 0, name: Tesla K20m, pci bus id: "
        "0000:02:00.0\n"
        "/job:localhost/replica:0/task:0/gpu:1 -> device: 1, name: Tesla K20m, pci bus id: "
        "0000:03:00.0\n"
        "/job:localhost/replica:0/task:0/gpu:2 -> device: 2, name: Tesla K20m, pci bus id: "
        "0000:83:00.0\n"
        "/job:localhost/replica:0/task:0/gpu:3 -> device: 3, name: Tesla K20m, pci bus id: "
        "0000:84:00.0\n");
}

TEST_CASE("the full guide's mapping has full device names") {
  CHECK(device_mapping(one_gpu(), Style::guide_full) ==
        "Device mapping:\n"
        "/job:localhost/replica:0/task:0/device:GPU:0 -> device: 0, name: Tesla K40c, pci bus id: "
        "0000:05:00.0\n");
}

TEST_CASE("only release 1.15 says what a GPU can compute, where that is known") {
  report_fixture::Machine machine = one_gpu();
  machine[1].is_simulated = false;
  machine[1].compute_capability = "3.5";
  CHECK(device_mapping(machine, Style::tf) ==
        "Device mapping:\n"
        "/job:localhost/replica:0/task:0/device:GPU:0 -> device: 0, name: Tesla K40c, pci bus id: "
        "0000:05:00.0, compute capability: 3.5\n");
  CHECK(device_mapping(machine, Style::guide) == device_mapping(one_gpu(), Style::guide));
  CHECK(device_mapping(machine, Style::tf_0_12) ==
        "Device mapping:\n"
        "/job:localhost/replica:0/task:0/gpu:0 -> device: 0, name: Tesla K40c, pci bus id: "
        "0000:05:00.0\n");
}

TEST_CASE("outside the guide styles a simulated GPU says so") {
  CHECK(device_mapping(one_gpu(), Style::tf) ==
        "Device mapping:\n"
        "/job:localhost/replica:0/task:0/device:GPU:0 -> device: 0, name: Tesla K40c, pci bus id: "
        "0000:05:00.0 (simulated)\n");
}

TEST_CASE("a machine without GPUs has no known devices") {
  for (const Style style : {Style::guide, Style::guide_full, Style::tf, Style::tf_0_12}) {
    CHECK(device_mapping(no_gpu(), style) == "Device mapping: no known devices.\n");
  }
}

TEST_CASE("the device number is the GPU's among those that CUDA shows") {
  report_fixture::Machine machine = one_gpu();
  machine[1].ordinal = 1;
  CHECK(description(machine[1]) == "device: 1, name: Tesla K40c, pci bus id: 0000:05:00.0");
}

TEST_CASE("the list of devices has their memory, and says which are simulated") {
  report_fixture::Machine machine = one_gpu();
  machine.push_back(machine[1]);
  machine[2].name.id = 1;
  machine[2].ordinal = 1;
  machine[2].is_simulated = false;
  machine[2].compute_capability = "9.0";
  machine[2].total_memory_bytes = std::uint64_t{2} << 30;
  CHECK(device_list(machine) ==
        "/job:localhost/replica:0/task:0/device:CPU:0  no memory limit\n"
        "/job:localhost/replica:0/task:0/device:GPU:0  memory limit 1.00GiB, device: 0, name: "
        "Tesla K40c, pci bus id: 0000:05:00.0 (simulated)\n"
        "/job:localhost/replica:0/task:0/device:GPU:1  memory limit 1.00GiB of 2.00GiB, device: 1, "
        "name: Tesla K40c, pci bus id: 0000:05:00.0, compute capability: 9.0\n");
}

TEST_CASE("devices of one task are listed by their short names, those of several in full") {
  std::vector<DeviceName> devices = report_fixture::names(one_gpu());
  CHECK(short_device_list(devices) == "/cpu:0, /gpu:0");
  devices[1].task = 1;
  CHECK(short_device_list(devices) ==
        "/job:localhost/replica:0/task:0/device:CPU:0, "
        "/job:localhost/replica:0/task:1/device:GPU:0");
}

}  // namespace
}  // namespace graphrun
