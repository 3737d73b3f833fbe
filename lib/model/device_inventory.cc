#include "model/device_inventory.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>
#include <tuple>

#include "base/closest_match.h"
#include "base/error.h"
#include "base/human_bytes.h"
#include "files/text_file.h"
#include "model/document_reader.h"

namespace graphrun {
namespace {

constexpr auto kTopKeys = std::to_array<std::string_view>({"devices"});
constexpr auto kTypes = std::to_array<std::string_view>({"CPU", "GPU"});
constexpr auto kCpuKeys = std::to_array<std::string_view>({"type", "device"});
constexpr auto kGpuKeys = std::to_array<std::string_view>(
    {"type", "device", "name", "pci_bus_id", "memory", "compute_capability"});

constexpr std::string_view kSimulatedGpu = "Simulated GPU";

// Job, replica and task.
using Task = std::tuple<std::string, int, int>;
Task task_of(const DeviceName& name) { return {name.job, name.replica, name.task}; }

bool is_of_this_process(const DeviceName& name) { return task_of(name) == task_of(DeviceName{}); }

// "0000:00:00.0", "0000:01:00.0", ... "0001:00:00.0": every bus of a machine has one GPU.
std::string numbered_pci_bus_id(int n) {
  return fmt::format("{:04x}:{:02x}:00.0", n / 256, n % 256);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Domain, bus, device and function in hexadecimal; a bus has 32 devices of 8 functions.
bool is_pci_bus_id(std::string_view text) {
  constexpr std::string_view kPattern = "xxxx:xx:1x.7";
  if (text.size() != kPattern.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char pattern = kPattern[i];
    if (pattern == 'x' && std::isxdigit(static_cast<unsigned char>(c)) == 0) return false;
    if (is_digit(pattern) && (c < '0' || c > pattern)) return false;
    if ((pattern == ':' || pattern == '.') && c != pattern) return false;
  }
  return true;
}

// "3.5"
bool is_compute_capability(std::string_view text) {
  const std::size_t point = text.find('.');
  if (point == 0 || point == std::string_view::npos || point + 1 == text.size()) return false;
  return std::ranges::all_of(text.substr(0, point), is_digit) &&
         std::ranges::all_of(text.substr(point + 1), is_digit);
}

class InventoryReader {
 public:
  InventoryReader(const Document& document, Complaints& complaints)
      : document_(document), reader_(document, complaints) {}

  std::vector<DeviceInfo> read() {
    const ValueId root = document_.root();
    if (!reader_.expect_mapping(root, "a mapping with 'devices'")) return {};
    reader_.check_keys(root, "a device inventory", kTopKeys);
    const ValueId list = document_.find(root, "devices");
    if (list == kNoValue) {
      reader_.complain(root, "there is no 'devices'");
      return {};
    }
    if (!reader_.expect_sequence(list, "a list of devices")) return {};
    for (ValueId item = document_.first(list); item != kNoValue; item = document_.next(item)) {
      read_device(item);
    }
    number_pci_buses();
    add_cpu();
    return std::move(devices_);
  }

 private:
  void read_device(ValueId entry) {
    if (!reader_.expect_mapping(entry, "a device, such as {type: GPU, memory: 16GiB}")) return;
    const auto type = read_type(entry);
    if (!type) return;
    if (*type == DeviceType::cpu) {
      reader_.check_keys(entry, "a CPU", kCpuKeys);
    } else {
      reader_.check_keys(entry, "a GPU", kGpuKeys);
    }
    const ValueId full_name = document_.find(entry, "device");
    const auto name = read_name(full_name, *type);
    if (!name) return;
    const ValueId at = full_name == kNoValue ? entry : full_name;
    if (const auto [twin, is_new] = names_.try_emplace(*name, at); !is_new) {
      complain_of_twin(at, fmt::format("device '{}' is listed twice", to_string(*name)),
                       twin->second);
    }
    DeviceInfo device{.name = *name};
    device.is_simulated = *type == DeviceType::gpu || !is_of_this_process(*name);
    if (*type == DeviceType::gpu) read_gpu(entry, device);
    devices_.push_back(std::move(device));
  }

  std::optional<DeviceType> read_type(ValueId entry) {
    const ValueId at = document_.find(entry, "type");
    if (at == kNoValue) {
      reader_.complain(entry, "this device has no 'type'", "a type is 'CPU' or 'GPU'");
      return std::nullopt;
    }
    const auto type = reader_.text_of(at, "'CPU' or 'GPU'");
    if (!type) return std::nullopt;
    if (*type == "CPU") return DeviceType::cpu;
    if (*type == "GPU") return DeviceType::gpu;
    const std::string note = did_you_mean(*type, kTypes);
    reader_.complain(at, fmt::format("unknown device type '{}'", *type),
                     note.empty() ? "a type is 'CPU' or 'GPU'" : note);
    return std::nullopt;
  }

  std::optional<DeviceName> read_name(ValueId at, DeviceType type) {
    int& next_id = type == DeviceType::cpu ? next_cpu_ : next_gpu_;
    if (at == kNoValue) return DeviceName{.type = type, .id = next_id++};
    constexpr std::string_view kExample = "/job:worker/replica:0/task:1/device:GPU:3";
    const auto text = reader_.text_of(at, fmt::format("a full device name, such as {}", kExample));
    if (!text) return std::nullopt;
    auto name = parse_device_name(*text);
    if (!name) {
      reader_.complain(at, fmt::format("'{}' is not the full name of a CPU or GPU", *text),
                       fmt::format("such as {}", kExample));
      return std::nullopt;
    }
    if (name->type != type) {
      reader_.complain(at, fmt::format("'{}' is a {}, but the type is {}", *text,
                                       to_string(name->type), to_string(type)));
      return std::nullopt;
    }
    return name;
  }

  void read_gpu(ValueId entry, DeviceInfo& gpu) {
    gpu.ordinal = gpus_[task_of(gpu.name)]++;
    gpu.model = kSimulatedGpu;
    gpu.total_memory_bytes = kSimulatedGpuBytes;
    if (const ValueId at = document_.find(entry, "name"); at != kNoValue) {
      gpu.model = reader_.text_of(at, "a GPU's name, such as Tesla K40c").value_or("");
    }
    if (const ValueId at = document_.find(entry, "memory"); at != kNoValue) read_memory(at, gpu);
    if (const ValueId at = document_.find(entry, "compute_capability"); at != kNoValue) {
      constexpr std::string_view kExpected = "a compute capability, such as 3.5";
      gpu.compute_capability = reader_.text_of(at, kExpected).value_or("");
      if (document_.is_scalar(at) && !is_compute_capability(gpu.compute_capability)) {
        complain_of(at, kExpected);
      }
    }
    if (const ValueId at = document_.find(entry, "pci_bus_id"); at != kNoValue) {
      read_pci_bus_id(at, gpu);
    }
  }

  void read_memory(ValueId at, DeviceInfo& gpu) {
    constexpr std::string_view kExpected = "an amount of memory, such as 4.6GiB";
    const auto text = reader_.text_of(at, kExpected);
    if (!text) return;
    const auto bytes = parse_bytes(*text);
    if (!bytes) {
      complain_of(at, kExpected);
    } else if (*bytes == 0) {
      reader_.complain(at, "a GPU has at least 1 byte of memory");
    } else {
      gpu.total_memory_bytes = *bytes;
    }
  }

  void read_pci_bus_id(ValueId at, DeviceInfo& gpu) {
    constexpr std::string_view kExpected = "a PCI bus id, such as 0000:02:00.0";
    const auto text = reader_.text_of(at, kExpected);
    if (!text) return;
    if (!is_pci_bus_id(*text)) {
      complain_of(at, kExpected);
      return;
    }
    gpu.pci_bus_id = *text;
    std::ranges::transform(gpu.pci_bus_id, gpu.pci_bus_id.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    used_pci_bus_ids_.insert(gpu.pci_bus_id);
    const auto [twin, is_new] = pci_buses_.try_emplace({task_of(gpu.name), gpu.pci_bus_id}, at);
    if (is_new) return;
    complain_of_twin(at, fmt::format("two GPUs have the PCI bus id '{}'", gpu.pci_bus_id),
                     twin->second);
  }

  void number_pci_buses() {
    std::map<Task, int> next;
    for (DeviceInfo& device : devices_) {
      if (device.name.type != DeviceType::gpu || !device.pci_bus_id.empty()) continue;
      int& n = next[task_of(device.name)];
      do {
        device.pci_bus_id = numbered_pci_bus_id(n++);
      } while (used_pci_bus_ids_.contains(device.pci_bus_id));
    }
  }

  void add_cpu() {
    const bool has_cpu = std::ranges::any_of(devices_, [](const DeviceInfo& device) {
      return device.name.type == DeviceType::cpu && is_of_this_process(device.name);
    });
    if (!has_cpu) devices_.insert(devices_.begin(), DeviceInfo{});
  }

  void complain_of(ValueId at, std::string_view expected) {
    reader_.complain(at, fmt::format("expected {}, got {}", expected, document_.description(at)));
  }

  void complain_of_twin(ValueId at, std::string what, ValueId twin) {
    reader_.complain(at, std::move(what),
                     fmt::format("the other is on line {}", document_.mark(twin).line + 1));
  }

  const Document& document_;
  DocumentReader reader_;
  std::vector<DeviceInfo> devices_;
  int next_cpu_ = 0;
  int next_gpu_ = 0;
  std::map<Task, int> gpus_;  // how many so far
  // Where they are given.
  std::map<DeviceName, ValueId> names_;
  std::map<std::pair<Task, std::string>, ValueId> pci_buses_;
  std::set<std::string> used_pci_bus_ids_;
};

}  // namespace

std::vector<DeviceInfo> read_device_inventory(const std::string& path) {
  return read_device_inventory_text(path == "-" ? "<stdin>" : path, read_text_file(path));
}

std::vector<DeviceInfo> read_device_inventory_text(std::string file, std::string text) {
  const Document document(SourceText(std::move(file), std::move(text)));
  Complaints complaints;
  std::vector<DeviceInfo> devices = InventoryReader(document, complaints).read();
  complaints.throw_if_any();
  return devices;
}

std::vector<DeviceInfo> simulated_gpus(int gpus) {
  if (gpus < 0 || gpus > kMostSimulatedGpus) {
    throw Error(ExitStatus::usage,
                fmt::format("expected 0 to {} simulated GPUs, got {}", kMostSimulatedGpus, gpus));
  }
  std::vector<DeviceInfo> devices(1);
  for (int i = 0; i < gpus; ++i) {
    devices.push_back({.name = {.type = DeviceType::gpu, .id = i},
                       .is_simulated = true,
                       .model = std::string(kSimulatedGpu),
                       .pci_bus_id = numbered_pci_bus_id(i),
                       .ordinal = i,
                       .total_memory_bytes = kSimulatedGpuBytes});
  }
  return devices;
}

}  // namespace graphrun
