#include "runtime/visible_devices.h"

#include "base/error.h"
#include "catch.h"

namespace graphrun {
namespace {

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;

using Ordinals = std::vector<int>;

DeviceInfo gpu(int id, const std::string& pci_bus_id) {
  return {.name = {.type = DeviceType::gpu, .id = id},
          .is_simulated = true,
          .model = "Tesla K20m",
          .pci_bus_id = pci_bus_id,
          .ordinal = id,
          .total_memory_bytes = 4 * kGiB};
}

// The guide's machine: a CPU and four GPUs.
std::vector<DeviceInfo> four_gpus() {
  return {{},
          gpu(0, "0000:02:00.0"),
          gpu(1, "0000:03:00.0"),
          gpu(2, "0000:83:00.0"),
          gpu(3, "0000:84:00.0")};
}

// "/gpu:0 = 1 0000:83:00.0, ...": each GPU with its ordinal and its bus.
std::string summary(const std::vector<DeviceInfo>& devices) {
  std::string text;
  for (const DeviceInfo& device : devices) {
    if (device.name.type != DeviceType::gpu) continue;
    if (!text.empty()) text += ", ";
    text +=
        short_name(device.name) + " = " + std::to_string(device.ordinal) + " " + device.pci_bus_id;
  }
  return text;
}

std::vector<std::uint64_t> megabytes(const std::vector<DeviceInfo>& devices) {
  std::vector<std::uint64_t> limits;
  for (const DeviceInfo& device : devices) {
    if (device.name.type == DeviceType::gpu) limits.push_back(device.memory_limit_bytes >> 20);
  }
  return limits;
}

// The message of the Error that `action` must end in.
template <typename Action>
std::string error_of(const Action& action, ExitStatus status = ExitStatus::usage) {
  try {
    action();
  } catch (const Error& error) {
    CHECK(error.status() == status);
    return error.what();
  }
  return "no error";
}

std::string list_error(const std::string& list, int visible_gpus) {
  return error_of([&] { parse_visible_device_list(list, visible_gpus, ExitStatus::usage); });
}

std::string error_for(int visible_gpus, const GpuOptions& options) {
  return error_of([&] { logical_gpus(visible_gpus, options); }, options.if_wrong);
}

TEST_CASE("without CUDA_VISIBLE_DEVICES every GPU is visible, in the machine's order") {
  CHECK(cuda_visible_gpus(std::nullopt, 3) == Ordinals{0, 1, 2});
  CHECK(cuda_visible_gpus(std::nullopt, 0).empty());
}

TEST_CASE("CUDA_VISIBLE_DEVICES chooses and orders GPUs, as the guide's table says") {
  CHECK(cuda_visible_gpus("1", 4) == Ordinals{1});
  CHECK(cuda_visible_gpus("0,1", 4) == Ordinals{0, 1});
  CHECK(cuda_visible_gpus("0,2,3", 4) == Ordinals{0, 2, 3});
  CHECK(cuda_visible_gpus("3,0", 4) == Ordinals{3, 0});
  CHECK(cuda_visible_gpus("", 4).empty());
}

TEST_CASE("the first entry of CUDA_VISIBLE_DEVICES that is no GPU ends the list") {
  CHECK(cuda_visible_gpus("0,2,-1,1", 4) == Ordinals{0, 2});
  CHECK(cuda_visible_gpus("0,4,1", 4) == Ordinals{0});
  CHECK(cuda_visible_gpus("0,99999999999,1", 4) == Ordinals{0});
  CHECK(cuda_visible_gpus("1,,2", 4) == Ordinals{1});
  CHECK(cuda_visible_gpus("1,GPU-8932f937,2", 4) == Ordinals{1});
  for (const char* none : {"-1", "NoDevFiles", "abc", ",0", " ", "4", "+-1"}) {
    CHECK(cuda_visible_gpus(none, 4).empty());
  }
}

TEST_CASE("quotation marks that the shell leaves in CUDA_VISIBLE_DEVICES hide every GPU") {
  CHECK(cuda_visible_gpus("\"0,1\"", 4).empty());
}

TEST_CASE("an entry of CUDA_VISIBLE_DEVICES is the number it begins with") {
  CHECK(cuda_visible_gpus("1gpu,2ampere", 4) == Ordinals{1, 2});
  CHECK(cuda_visible_gpus(" 1 , +2", 4) == Ordinals{1, 2});
}

TEST_CASE(
    "a GPU that CUDA_VISIBLE_DEVICES lists twice hides all, unless the list has ended before") {
  CHECK(cuda_visible_gpus("0,1,0", 4).empty());
  CHECK(cuda_visible_gpus("0,9,0", 4) == Ordinals{0});
}

TEST_CASE("visible_device_list chooses and orders the GPUs that CUDA shows") {
  const auto parse = [](const char* list) {
    return parse_visible_device_list(list, 2, ExitStatus::usage);
  };
  CHECK(parse("") == Ordinals{0, 1});
  CHECK(parse("1,0") == Ordinals{1, 0});
  CHECK(parse("1") == Ordinals{1});
  CHECK(parse(" 1,0 ") == Ordinals{1, 0});
}

TEST_CASE("an entry of visible_device_list that is no number is refused") {
  CHECK(list_error("0,abc", 2) ==
        "InvalidArgumentError: Could not parse entry in 'visible_device_list': 'abc'. "
        "visible_device_list = 0,abc");
  CHECK(list_error("0,", 2) ==
        "InvalidArgumentError: Could not parse entry in 'visible_device_list': ''. "
        "visible_device_list = 0,");
  for (const char* bad : {",0", " ", "1gpu", "+1", "0x1", "1 0", "99999999999"}) {
    CHECK(list_error(bad, 2).starts_with("InvalidArgumentError: Could not parse entry in"));
  }
}

TEST_CASE("visible_device_list cannot name what CUDA does not show") {
  CHECK(list_error("100", 2) ==
        "InvalidArgumentError: 'visible_device_list' listed an invalid GPU id '100' but visible "
        "device count is 2");
  CHECK(list_error("-1", 2) ==
        "InvalidArgumentError: 'visible_device_list' listed an invalid GPU id '-1' but visible "
        "device count is 2");
}

TEST_CASE("visible_device_list cannot name a GPU twice") {
  CHECK(list_error("0,0", 2) ==
        "InvalidArgumentError: visible_device_list contained a duplicate entry: 0,0");
}

TEST_CASE("a wrong value has the exit status of whoever gave it") {
  CHECK(error_for(1, {.visible_device_list = "1", .if_wrong = ExitStatus::invalid}) ==
        "InvalidArgumentError: 'visible_device_list' listed an invalid GPU id '1' but visible "
        "device count is 1");
}

TEST_CASE("virtual GPUs are numbered through the GPUs of visible_device_list") {
  const GpuOptions options = {.visible_device_list = "1,0", .virtual_devices = {{1, 2}, {3, 4}}};
  CHECK(logical_gpus(2, options) == std::vector<LogicalGpu>{{1, 1}, {1, 2}, {0, 3}, {0, 4}});
}

TEST_CASE("a GPU with an empty list of limits stays whole") {
  CHECK(logical_gpus(2, {.virtual_devices = {{}, {512, 512}}}) ==
        std::vector<LogicalGpu>{{0, std::nullopt}, {1, 512}, {1, 512}});
}

TEST_CASE("virtual GPUs for each GPU need not know how many there are") {
  const GpuOptions options = {.virtual_devices = {{1}}, .virtual_gpus = {100, 200}};
  CHECK(logical_gpus(2, options) ==
        std::vector<LogicalGpu>{{0, 100}, {0, 200}, {1, 100}, {1, 200}});
}

TEST_CASE("virtual GPUs and a fraction of the memory exclude each other") {
  const std::string message =
      "InvalidArgumentError: It's invalid to set per_process_gpu_memory_fraction when "
      "virtual_devices is set.";
  CHECK(error_for(1, {.virtual_devices = {{1}}, .memory_fraction = 0.5}) == message);
  CHECK(error_for(1, {.virtual_gpus = {1}, .memory_fraction = 0.5}) == message);
}

TEST_CASE("there is an element of virtual_devices for every GPU, no more and no fewer") {
  CHECK(error_for(1, {.virtual_devices = {{1}, {2}}}) ==
        "UnknownError: Not enough GPUs to create virtual devices. num_gpus_to_use: 1 "
        "#virtual_devices: 2");
  CHECK(error_for(3, {.visible_device_list = "0,1", .virtual_devices = {{1}}}) ==
        "InvalidArgumentError: The number of GPUs in visible_device_list doesn't match the number "
        "of elements in the virtual_devices list. #GPUs in visible_device_list: 2 "
        "virtual_devices.size(): 1");
  CHECK(error_for(2, {.virtual_devices = {{1}}}) ==
        "UnknownError: The number of valid GPUs doesn't match the number of elements in the "
        "virtual_devices list. #valid GPUs: 2 virtual_devices.size(): 1");
}

TEST_CASE("a virtual GPU has at least 1 MB") {
  CHECK(error_for(1, {.virtual_gpus = {512, 0.5}}) ==
        "expected at least 1 MB of memory for a virtual GPU, got 0.5");
  CHECK(error_for(1, {.virtual_devices = {{-1}}}) ==
        "expected at least 1 MB of memory for a virtual GPU, got -1");
}

TEST_CASE("where CUDA shows no GPU, what is asked of GPUs is not looked at") {
  CHECK(logical_gpus(0, {.visible_device_list = "abc", .virtual_devices = {{1}}}).empty());
}

TEST_CASE("all GPUs of an inventory are visible unless something is asked") {
  CHECK(summary(visible_devices(four_gpus(), {})) ==
        "/gpu:0 = 0 0000:02:00.0, /gpu:1 = 1 0000:03:00.0, /gpu:2 = 2 0000:83:00.0, "
        "/gpu:3 = 3 0000:84:00.0");
}

TEST_CASE("of a real GPU what is free is taken, and its ordinal is CUDA's") {
  std::vector<DeviceInfo> machine = {{}, gpu(0, "0000:83:00.0")};
  machine[1].is_simulated = false;
  machine[1].ordinal = 2;  // CUDA shows two that cannot be used
  machine[1].free_memory_bytes = 3 * kGiB;
  const std::vector<DeviceInfo> devices = visible_devices(machine, {});
  CHECK(summary(devices) == "/gpu:0 = 2 0000:83:00.0");
  CHECK(devices[1].memory_limit_bytes == 3 * kGiB - reserved_gpu_memory(3 * kGiB));
}

TEST_CASE("visible GPUs are renumbered from /gpu:0, and so are their ordinals") {
  CHECK(summary(visible_devices(four_gpus(), {.cuda_visible_devices = "2"})) ==
        "/gpu:0 = 0 0000:83:00.0");
  CHECK(summary(visible_devices(four_gpus(), {.cuda_visible_devices = "3,1"})) ==
        "/gpu:0 = 0 0000:84:00.0, /gpu:1 = 1 0000:03:00.0");
}

TEST_CASE("visible_device_list renumbers GPUs, but an ordinal is that of CUDA") {
  const GpuOptions options = {.cuda_visible_devices = "3,1", .visible_device_list = "1,0"};
  CHECK(summary(visible_devices(four_gpus(), options)) ==
        "/gpu:0 = 1 0000:03:00.0, /gpu:1 = 0 0000:84:00.0");
}

TEST_CASE("the virtual GPUs of one GPU share its ordinal and its bus") {
  const GpuOptions options = {.cuda_visible_devices = "0,2", .virtual_gpus = {100, 200}};
  const auto devices = visible_devices(four_gpus(), options);
  CHECK(summary(devices) ==
        "/gpu:0 = 0 0000:02:00.0, /gpu:1 = 0 0000:02:00.0, /gpu:2 = 1 0000:83:00.0, "
        "/gpu:3 = 1 0000:83:00.0");
  CHECK(megabytes(devices) == std::vector<std::uint64_t>{100, 200, 100, 200});
}

TEST_CASE("with every GPU hidden the CPU remains") {
  const auto devices = visible_devices(four_gpus(), {.cuda_visible_devices = ""});
  REQUIRE(devices.size() == 1);
  CHECK(to_string(devices[0].name) == "/job:localhost/replica:0/task:0/device:CPU:0");
}

TEST_CASE("a simulated GPU's limit is its memory less the reserve, or a fraction of it") {
  const std::vector<DeviceInfo> one = {{}, gpu(0, "0000:02:00.0")};
  CHECK(megabytes(visible_devices(one, {})) == std::vector<std::uint64_t>{4096 - 300});
  CHECK(megabytes(visible_devices(one, {.memory_fraction = 0.25})) ==
        std::vector<std::uint64_t>{1024});
  CHECK(megabytes(visible_devices(one, {.virtual_devices = {{512.9}}})) ==
        std::vector<std::uint64_t>{512});
}

TEST_CASE("a fraction above 1 needs a GPU of compute capability 6.0, if it is known") {
  std::vector<DeviceInfo> one = {gpu(0, "0000:02:00.0")};
  const GpuOptions options = {.memory_fraction = 1.5};
  CHECK(megabytes(visible_devices(one, options)) == std::vector<std::uint64_t>{6144});
  one[0].compute_capability = "6.0";
  CHECK(megabytes(visible_devices(one, options)) == std::vector<std::uint64_t>{6144});
  one[0].compute_capability = "10.0";
  CHECK(megabytes(visible_devices(one, options)) == std::vector<std::uint64_t>{6144});
  one[0].compute_capability = "5.2";
  CHECK(error_of([&] { visible_devices(one, options); }) ==
        "InternalError: Unified memory on GPUs with compute capability lower than 6.0 (pre-Pascal "
        "class GPUs) does not support oversubscription.");
}

TEST_CASE("a fraction of the memory is neither negative nor beyond all memory") {
  const auto error = [](double fraction) {
    return error_of([&] { visible_devices(four_gpus(), {.memory_fraction = fraction}); });
  };
  CHECK(error(-0.5) == "expected a fraction of the memory, 0 or more, got -0.5");
  CHECK(error(1e30) == "a fraction of 1e+30 is more memory than can be counted");
}

TEST_CASE("CPUs and the GPUs of other tasks stay where they were, the GPUs with memory limits") {
  std::vector<DeviceInfo> inventory = four_gpus();
  DeviceInfo remote = gpu(3, "0000:09:00.0");
  remote.name.job = "worker";
  DeviceInfo second_cpu;
  second_cpu.name.id = 1;
  inventory.insert(inventory.begin(), remote);
  inventory.push_back(second_cpu);

  const auto devices = visible_devices(inventory, {.cuda_visible_devices = "1"});
  std::vector<std::string> names;
  for (const DeviceInfo& device : devices) names.push_back(to_string(device.name));
  CHECK(names == std::vector<std::string>{"/job:worker/replica:0/task:0/device:GPU:3",
                                          "/job:localhost/replica:0/task:0/device:CPU:0",
                                          "/job:localhost/replica:0/task:0/device:GPU:0",
                                          "/job:localhost/replica:0/task:0/device:CPU:1"});
  CHECK(devices[0].ordinal == 3);
  CHECK(devices[0].memory_limit_bytes == devices[2].memory_limit_bytes);
  CHECK(devices[2].memory_limit_bytes > 0);
  CHECK(devices[2].pci_bus_id == "0000:03:00.0");
}

TEST_CASE("ids out of sequence are kept while every GPU is visible and in its place") {
  const std::vector<DeviceInfo> odd = {{}, gpu(2, "0000:02:00.0"), gpu(10, "0000:03:00.0")};
  CHECK(summary(visible_devices(odd, {})) == "/gpu:2 = 0 0000:02:00.0, /gpu:10 = 1 0000:03:00.0");
  CHECK(summary(visible_devices(odd, {.cuda_visible_devices = "0,1"})) ==
        "/gpu:2 = 0 0000:02:00.0, /gpu:10 = 1 0000:03:00.0");
  CHECK(summary(visible_devices(odd, {.visible_device_list = "1,0"})) ==
        "/gpu:0 = 1 0000:03:00.0, /gpu:1 = 0 0000:02:00.0");
  CHECK(summary(visible_devices(odd, {.visible_device_list = "1"})) == "/gpu:0 = 1 0000:03:00.0");
}

}  // namespace
}  // namespace graphrun
