#include "model/device_inventory.h"

#include "base/error.h"
#include "catch.h"
#include "places.h"
#include "runtime/gpu_memory.h"
#include "scratch_folder.h"

namespace graphrun {
namespace {

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;

std::vector<DeviceInfo> read(const std::string& text) {
  return read_device_inventory_text("d.yaml", text);
}

std::vector<DeviceInfo> read_data(const std::string& file) {
  return read_device_inventory(in_project("tests/devices/") + file);
}

std::vector<std::string> names(const std::vector<DeviceInfo>& devices) {
  std::vector<std::string> names;
  for (const DeviceInfo& device : devices) names.push_back(to_string(device.name));
  return names;
}

std::string complaints_about(const std::string& text) {
  try {
    read(text);
  } catch (const Error& error) {
    CHECK(error.status() == ExitStatus::invalid);
    return error.what();
  }
  return "no complaint";
}

TEST_CASE("the guide's machine with four GPUs is read as its messages show it") {
  const auto devices = read_data("four_k20m.yaml");
  CHECK(names(devices) == std::vector<std::string>{"/job:localhost/replica:0/task:0/device:CPU:0",
                                                   "/job:localhost/replica:0/task:0/device:GPU:0",
                                                   "/job:localhost/replica:0/task:0/device:GPU:1",
                                                   "/job:localhost/replica:0/task:0/device:GPU:2",
                                                   "/job:localhost/replica:0/task:0/device:GPU:3"});
  CHECK_FALSE(devices[0].is_simulated);
  CHECK(devices[3].is_simulated);
  CHECK(devices[3].model == "Tesla K20m");
  CHECK(devices[3].pci_bus_id == "0000:83:00.0");
  CHECK(devices[3].ordinal == 2);
  CHECK(devices[3].compute_capability.empty());
  CHECK(devices[3].total_memory_bytes == 4939212390);  // 4.6 GiB
  CHECK(devices[3].memory_limit_bytes == 0);
}

TEST_CASE("the guide's machine with one GPU has the memory limit that the specification shows") {
  const auto devices = read_data("one_k40c.yaml");
  REQUIRE(devices.size() == 2);
  CHECK(devices[1].model == "Tesla K40c");
  CHECK(devices[1].pci_bus_id == "0000:05:00.0");
  const std::uint64_t bytes = devices[1].total_memory_bytes;
  CHECK(gpu_memory_limit({.total_bytes = bytes, .free_bytes = bytes}, 0) == 11995578368);
}

TEST_CASE("a machine without a GPU has a CPU") {
  CHECK(names(read_data("cpu_only.yaml")) ==
        std::vector<std::string>{"/job:localhost/replica:0/task:0/device:CPU:0"});
}

TEST_CASE("a GPU of which nothing is said has 16 GiB, a common name and a bus of its own") {
  const auto devices = read("devices: [{type: GPU}, {type: GPU}]");
  REQUIRE(devices.size() == 3);
  CHECK(devices[2].model == "Simulated GPU");
  CHECK(devices[2].total_memory_bytes == 16 * kGiB);
  CHECK(devices[1].pci_bus_id == "0000:00:00.0");
  CHECK(devices[2].pci_bus_id == "0000:01:00.0");
}

TEST_CASE("a bus that the file gives to one GPU is not taken by another") {
  const auto devices = read(
      "devices:\n"
      "  - {type: GPU}\n"
      "  - {type: GPU}\n"
      "  - {type: GPU, pci_bus_id: 0000:00:00.0}\n");
  CHECK(devices[1].pci_bus_id == "0000:01:00.0");
  CHECK(devices[2].pci_bus_id == "0000:02:00.0");
}

TEST_CASE("this process's CPU comes first when the file lists none of its CPUs") {
  CHECK(names(read("devices: []")) ==
        std::vector<std::string>{"/job:localhost/replica:0/task:0/device:CPU:0"});
  CHECK(names(read("devices: [{type: GPU}, {type: CPU, device: /job:ps/task:0/cpu:0}]")) ==
        std::vector<std::string>{"/job:localhost/replica:0/task:0/device:CPU:0",
                                 "/job:localhost/replica:0/task:0/device:GPU:0",
                                 "/job:ps/replica:0/task:0/device:CPU:0"});
  CHECK(names(read("devices: [{type: GPU}, {type: CPU}]")) ==
        std::vector<std::string>{"/job:localhost/replica:0/task:0/device:GPU:0",
                                 "/job:localhost/replica:0/task:0/device:CPU:0"});
  CHECK(names(read("devices: [{type: CPU, device: /cpu:1}]")) ==
        std::vector<std::string>{"/job:localhost/replica:0/task:0/device:CPU:1"});
}

TEST_CASE("a full name puts a device into another task, or out of the sequence of ids") {
  const auto devices = read(
      "devices:\n"
      "  - {type: CPU}\n"
      "  - {type: GPU}\n"
      "  - {type: GPU, device: /job:localhost/replica:0/task:0/device:GPU:5}\n"
      "  - {type: GPU}\n"
      "  - {type: GPU, device: /job:worker/replica:0/task:1/device:GPU:3}\n"
      "  - {type: CPU, device: /job:worker/replica:0/task:1/device:CPU:0}\n");
  CHECK(names(devices) == std::vector<std::string>{"/job:localhost/replica:0/task:0/device:CPU:0",
                                                   "/job:localhost/replica:0/task:0/device:GPU:0",
                                                   "/job:localhost/replica:0/task:0/device:GPU:5",
                                                   "/job:localhost/replica:0/task:0/device:GPU:1",
                                                   "/job:worker/replica:0/task:1/device:GPU:3",
                                                   "/job:worker/replica:0/task:1/device:CPU:0"});
  CHECK(devices[2].ordinal == 1);
  CHECK(devices[3].ordinal == 2);
  CHECK(devices[4].ordinal == 0);  // the first of its task
  CHECK(devices[4].pci_bus_id == "0000:00:00.0");
  CHECK(devices[5].is_simulated);  // a CPU, but not this process's
}

TEST_CASE("amounts, buses and capabilities are read as they are written elsewhere") {
  const auto devices = read(
      "devices:\n"
      "  - {type: GPU, memory: 1024, pci_bus_id: 00AB:0C:1f.7, compute_capability: 3.5}\n"
      "  - {type: GPU, memory: 2GB, compute_capability: \"10.0\"}\n");
  CHECK(devices[1].total_memory_bytes == 1024);
  CHECK(devices[1].pci_bus_id == "00ab:0c:1f.7");
  CHECK(devices[1].compute_capability == "3.5");
  CHECK(devices[2].total_memory_bytes == 2'000'000'000);
  CHECK(devices[2].compute_capability == "10.0");
}

TEST_CASE("all faults of an inventory are shown at once, each at its place") {
  CHECK(complaints_about("devices:\n"
                         "  - {type: gpu}\n"
                         "  - {name: Tesla K40c}\n"
                         "  - GPU\n"
                         "  - {type: TPU}\n"
                         "  - {type: CPU, memory: 1GiB}\n"
                         "  - {type: GPU, pci_busid: 0000:02:00.0, memory: 4.6Gib}\n") ==
        "d.yaml:2:12: unknown device type 'gpu'\n"
        " 2 |   - {type: gpu}\n"
        "   |            ^ did you mean 'GPU'?\n"
        "d.yaml:3:5: this device has no 'type'\n"
        " 3 |   - {name: Tesla K40c}\n"
        "   |     ^ a type is 'CPU' or 'GPU'\n"
        "d.yaml:4:5: expected a device, such as {type: GPU, memory: 16GiB}, got 'GPU'\n"
        " 4 |   - GPU\n"
        "   |     ^\n"
        "d.yaml:5:12: unknown device type 'TPU'\n"
        " 5 |   - {type: TPU}\n"
        "   |            ^ did you mean 'CPU'?\n"
        "d.yaml:6:17: unknown key 'memory'\n"
        " 6 |   - {type: CPU, memory: 1GiB}\n"
        "   |                 ^ a CPU has 'type' and 'device'\n"
        "d.yaml:7:17: unknown key 'pci_busid'\n"
        " 7 |   - {type: GPU, pci_busid: 0000:02:00.0, memory: 4.6Gib}\n"
        "   |                 ^ did you mean 'pci_bus_id'?\n"
        "d.yaml:7:50: expected an amount of memory, such as 4.6GiB, got '4.6Gib'\n"
        " 7 |   - {type: GPU, pci_busid: 0000:02:00.0, memory: 4.6Gib}\n"
        "   |                                                  ^");
}

TEST_CASE("a device that is listed twice is a fault, however it came by its name") {
  CHECK(complaints_about("devices:\n"
                         "  - {type: GPU}\n"
                         "  - {type: GPU, device: /gpu:1}\n"
                         "  - {type: GPU}\n") ==
        "d.yaml:4:5: device '/job:localhost/replica:0/task:0/device:GPU:1' is listed twice\n"
        " 4 |   - {type: GPU}\n"
        "   |     ^ the other is on line 3");
  CHECK(complaints_about("devices:\n"
                         "  - {type: GPU, device: /job:w/task:0/gpu:1}\n"
                         "  - {type: GPU, device: /job:w/replica:0/task:0/device:GPU:1}\n") ==
        "d.yaml:3:25: device '/job:w/replica:0/task:0/device:GPU:1' is listed twice\n"
        " 3 |   - {type: GPU, device: /job:w/replica:0/task:0/device:GPU:1}\n"
        "   |                         ^ the other is on line 2");
}

TEST_CASE("two GPUs of one task cannot share a bus, those of two tasks may be on two machines") {
  CHECK(complaints_about("devices:\n"
                         "  - {type: GPU, pci_bus_id: 0000:0a:00.0}\n"
                         "  - {type: GPU, pci_bus_id: 0000:0A:00.0}\n") ==
        "d.yaml:3:29: two GPUs have the PCI bus id '0000:0a:00.0'\n"
        " 3 |   - {type: GPU, pci_bus_id: 0000:0A:00.0}\n"
        "   |                             ^ the other is on line 2");
  CHECK(read("devices:\n"
             "  - {type: GPU, pci_bus_id: 0000:0a:00.0}\n"
             "  - {type: GPU, device: /job:w/task:0/gpu:0, pci_bus_id: 0000:0a:00.0}\n")
            .size() == 3);
}

TEST_CASE("a full name names one CPU or GPU, of the entry's type") {
  CHECK(complaints_about("devices:\n"
                         "  - {type: GPU, device: /job:worker}\n"
                         "  - {type: GPU, device: /cpu:1}\n"
                         "  - {type: GPU, device: [1]}\n") ==
        "d.yaml:2:25: '/job:worker' is not the full name of a CPU or GPU\n"
        " 2 |   - {type: GPU, device: /job:worker}\n"
        "   |                         ^ such as /job:worker/replica:0/task:1/device:GPU:3\n"
        "d.yaml:3:25: '/cpu:1' is a CPU, but the type is GPU\n"
        " 3 |   - {type: GPU, device: /cpu:1}\n"
        "   |                         ^\n"
        "d.yaml:4:25: expected a full device name, such as "
        "/job:worker/replica:0/task:1/device:GPU:3, got a list\n"
        " 4 |   - {type: GPU, device: [1]}\n"
        "   |                         ^");
}

TEST_CASE("what is no bus and no capability is said to be none") {
  for (const char* bad : {"02:00.0", "0000:02:00.8", "0000:02:20.0", "0000:0g:00.0", "0000:02:00:0",
                          "00000000:02:00.0", ""}) {
    const std::string quoted = "'" + std::string(bad) + "'";
    CHECK(complaints_about("devices: [{type: GPU, pci_bus_id: " + quoted + "}]") ==
          "d.yaml:1:35: expected a PCI bus id, such as 0000:02:00.0, got " + quoted +
              "\n"
              " 1 | devices: [{type: GPU, pci_bus_id: " +
              quoted +
              "}]\n"
              "   |                                   ^");
  }
  for (const char* bad : {"3", "3.", ".5", "sm_35", "3.5.1"}) {
    CHECK(
        complaints_about("devices: [{type: GPU, compute_capability: " + std::string(bad) + "}]") ==
        "d.yaml:1:43: expected a compute capability, such as 3.5, got '" + std::string(bad) +
            "'\n"
            " 1 | devices: [{type: GPU, compute_capability: " +
            std::string(bad) +
            "}]\n"
            "   |                                           ^");
  }
}

TEST_CASE("a GPU has some memory") {
  CHECK(complaints_about("devices: [{type: GPU, memory: 0}]") ==
        "d.yaml:1:31: a GPU has at least 1 byte of memory\n"
        " 1 | devices: [{type: GPU, memory: 0}]\n"
        "   |                               ^");
}

TEST_CASE("an inventory is a mapping with a list of devices") {
  CHECK(complaints_about("- {type: CPU}\n") ==
        "d.yaml:1:1: expected a mapping with 'devices', got a list\n"
        " 1 | - {type: CPU}\n"
        "   | ^");
  CHECK(complaints_about("device: []\n") ==
        "d.yaml:1:1: unknown key 'device'\n"
        " 1 | device: []\n"
        "   | ^ did you mean 'devices'?\n"
        "d.yaml:1:1: there is no 'devices'\n"
        " 1 | device: []\n"
        "   | ^");
  CHECK(complaints_about("devices: 4\n") ==
        "d.yaml:1:10: expected a list of devices, got '4'\n"
        " 1 | devices: 4\n"
        "   |          ^");
}

TEST_CASE("an inventory that cannot be read is a file error") {
  const ScratchFolder folder;
  CHECK(file_error([&] { read_device_inventory(folder.path("none.yaml")); }) ==
        "cannot read '" + folder.path("none.yaml") + "': No such file or directory");
}

TEST_CASE("simulated GPUs by number are a CPU and GPUs alike, each on a bus of its own") {
  const auto devices = simulated_gpus(300);
  REQUIRE(devices.size() == 301);
  CHECK(to_string(devices[0].name) == "/job:localhost/replica:0/task:0/device:CPU:0");
  CHECK_FALSE(devices[0].is_simulated);
  const DeviceInfo& gpu = devices[300];
  CHECK(to_string(gpu.name) == "/job:localhost/replica:0/task:0/device:GPU:299");
  CHECK(gpu.is_simulated);
  CHECK(gpu.model == "Simulated GPU");
  CHECK(devices[1].pci_bus_id == "0000:00:00.0");
  CHECK(devices[256].pci_bus_id == "0000:ff:00.0");
  CHECK(gpu.pci_bus_id == "0001:2b:00.0");
  CHECK(gpu.ordinal == 299);
  CHECK(gpu.total_memory_bytes == 16 * kGiB);
  CHECK(simulated_gpus(0).size() == 1);
  CHECK(simulated_gpus(1024).size() == 1025);
}

TEST_CASE("more than 1024 simulated GPUs, or fewer than none, are refused") {
  for (const auto& [gpus, message] :
       {std::pair(1025, "expected 0 to 1024 simulated GPUs, got 1025"),
        std::pair(-1, "expected 0 to 1024 simulated GPUs, got -1")}) {
    std::string caught;
    try {
      simulated_gpus(gpus);
    } catch (const Error& error) {
      CHECK(error.status() == ExitStatus::usage);
      caught = error.what();
    }
    CHECK(caught == message);
  }
}

}  // namespace
}  // namespace graphrun
