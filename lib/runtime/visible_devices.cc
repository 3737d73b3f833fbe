#include "runtime/visible_devices.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>

#include "base/error.h"

namespace graphrun {
namespace {

constexpr double kMostVirtualMegabytes = 1e9;

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::vector<std::string_view> split_at_commas(std::string_view text) {
  std::vector<std::string_view> entries;
  while (true) {
    const std::size_t comma = text.find(',');
    entries.push_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return entries;
    text.remove_prefix(comma + 1);
  }
}

std::string_view without_leading_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  return text;
}

// As strtol reads a number: blanks and a sign may precede it, anything may follow. nullopt: none.
std::optional<int> leading_number(std::string_view text) {
  text = without_leading_blanks(text);
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  int number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc()) return std::nullopt;
  return number;
}

// As TensorFlow's safe_strto32 does: blanks around it are no part of a number, all else is.
std::optional<int> whole_number(std::string_view text) {
  text = without_leading_blanks(text);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  int number = 0;
  const char* last = text.data() + text.size();
  const auto [end, status] = std::from_chars(text.data(), last, number);
  if (status != std::errc() || end != last) return std::nullopt;
  return number;
}

void check_splitting(std::size_t chosen, const std::vector<std::vector<double>>& parts,
                     const GpuOptions& options) {
  const auto fail = [&](const std::string& message) { throw Error(options.if_wrong, message); };
  if (options.memory_fraction > 0) {
    fail(
        "InvalidArgumentError: It's invalid to set per_process_gpu_memory_fraction when "
        "virtual_devices is set.");
  }
  if (chosen < parts.size()) {
    fail(
        fmt::format("UnknownError: Not enough GPUs to create virtual devices. num_gpus_to_use: {} "
                    "#virtual_devices: {}",
                    chosen, parts.size()));
  }
  if (chosen > parts.size() && !options.visible_device_list.empty()) {
    fail(
        fmt::format("InvalidArgumentError: The number of GPUs in visible_device_list doesn't match "
                    "the number of elements in the virtual_devices list. #GPUs in "
                    "visible_device_list: {} virtual_devices.size(): {}",
                    chosen, parts.size()));
  }
  if (chosen > parts.size()) {
    fail(fmt::format(
        "UnknownError: The number of valid GPUs doesn't match the number of elements in "
        "the virtual_devices list. #valid GPUs: {} virtual_devices.size(): {}",
        chosen, parts.size()));
  }
  for (const std::vector<double>& limits : parts) {
    for (const double limit : limits) {
      if (limit >= 1 && limit < kMostVirtualMegabytes) continue;
      fail(fmt::format("expected at least 1 MB of memory for a virtual GPU, got {}", limit));
    }
  }
}

// From Pascal on a GPU can be given more memory than it has. One of unknown capability may be such.
bool can_oversubscribe(const DeviceInfo& gpu) {
  constexpr int kPascal = 6;
  return gpu.compute_capability.empty() ||
         leading_number(gpu.compute_capability).value_or(0) >= kPascal;
}

std::uint64_t free_bytes(const DeviceInfo& gpu) {
  return gpu.is_simulated ? gpu.total_memory_bytes : gpu.free_memory_bytes;
}

bool is_gpu_of_this_process(const DeviceInfo& device) {
  const DeviceName gpu0 = {.type = DeviceType::gpu};
  return device.name.job == gpu0.job && device.name.replica == gpu0.replica &&
         device.name.task == gpu0.task && device.name.type == gpu0.type;
}

}  // namespace

std::vector<int> cuda_visible_gpus(const std::optional<std::string>& variable, int gpus) {
  std::vector<int> visible;
  if (!variable) {
    visible.resize(static_cast<std::size_t>(gpus));
    std::iota(visible.begin(), visible.end(), 0);
    return visible;
  }
  for (const std::string_view entry : split_at_commas(*variable)) {
    const auto ordinal = leading_number(entry);
    if (!ordinal || *ordinal < 0 || *ordinal >= gpus) break;
    if (std::ranges::find(visible, *ordinal) != visible.end()) return {};
    visible.push_back(*ordinal);
  }
  return visible;
}

std::vector<int> parse_visible_device_list(std::string_view list, int visible_gpus,
                                           ExitStatus if_wrong) {
  std::vector<int> chosen;
  if (list.empty()) {
    chosen.resize(static_cast<std::size_t>(visible_gpus));
    std::iota(chosen.begin(), chosen.end(), 0);
    return chosen;
  }
  for (const std::string_view entry : split_at_commas(list)) {
    const auto ordinal = whole_number(entry);
    if (!ordinal) {
      throw Error(if_wrong, fmt::format("InvalidArgumentError: Could not parse entry in "
                                        "'visible_device_list': '{}'. visible_device_list = {}",
                                        entry, list));
    }
    if (*ordinal < 0 || *ordinal >= visible_gpus) {
      throw Error(if_wrong, fmt::format("InvalidArgumentError: 'visible_device_list' listed an "
                                        "invalid GPU id '{}' but visible device count is {}",
                                        *ordinal, visible_gpus));
    }
    chosen.push_back(*ordinal);
  }
  std::vector<int> sorted = chosen;
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) != sorted.end()) {
    throw Error(if_wrong, fmt::format("InvalidArgumentError: visible_device_list contained a "
                                      "duplicate entry: {}",
                                      list));
  }
  return chosen;
}

std::vector<LogicalGpu> logical_gpus(int visible_gpus, const GpuOptions& options) {
  if (visible_gpus == 0) return {};
  const std::vector<int> chosen =
      parse_visible_device_list(options.visible_device_list, visible_gpus, options.if_wrong);
  auto parts = options.virtual_devices;
  if (!options.virtual_gpus.empty()) parts.assign(chosen.size(), options.virtual_gpus);
  if (!parts.empty()) check_splitting(chosen.size(), parts, options);

  std::vector<LogicalGpu> gpus;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (parts.empty() || parts[i].empty()) {
      gpus.push_back({chosen[i], std::nullopt});
    } else {
      for (const double limit : parts[i]) gpus.push_back({chosen[i], limit});
    }
  }
  return gpus;
}

std::uint64_t logical_gpu_memory_limit(const LogicalGpu& gpu, const DeviceInfo& device,
                                       std::uint64_t free_bytes, const GpuOptions& options) {
  if (gpu.memory_limit_mb) return virtual_gpu_memory_limit(*gpu.memory_limit_mb);
  const double fraction = options.memory_fraction;
  if (!(fraction >= 0)) {
    throw Error(options.if_wrong,
                fmt::format("expected a fraction of the memory, 0 or more, got {}", fraction));
  }
  if (static_cast<double>(device.total_memory_bytes) * fraction >= 0x1p63) {
    throw Error(options.if_wrong,
                fmt::format("a fraction of {} is more memory than can be counted", fraction));
  }
  if (fraction > 1 && !can_oversubscribe(device)) {
    throw Error(options.if_wrong,
                "InternalError: Unified memory on GPUs with compute capability lower than 6.0 "
                "(pre-Pascal class GPUs) does not support oversubscription.");
  }
  return gpu_memory_limit({device.total_memory_bytes, free_bytes}, fraction);
}

std::vector<DeviceInfo> visible_devices(const std::vector<DeviceInfo>& inventory,
                                        const GpuOptions& options) {
  std::vector<DeviceInfo> physical;
  std::ranges::copy_if(inventory, std::back_inserter(physical), is_gpu_of_this_process);
  const std::vector<int> visible =
      cuda_visible_gpus(options.cuda_visible_devices, static_cast<int>(physical.size()));
  const std::vector<LogicalGpu> logical = logical_gpus(static_cast<int>(visible.size()), options);

  std::vector<DeviceInfo> gpus;
  bool keeps_ids = logical.size() == physical.size();
  for (const LogicalGpu& gpu : logical) {
    const int ordinal = visible[static_cast<std::size_t>(gpu.visible_ordinal)];
    if (ordinal != static_cast<int>(gpus.size())) keeps_ids = false;
    DeviceInfo& device = gpus.emplace_back(physical[static_cast<std::size_t>(ordinal)]);
    // That of a real one is CUDA's already, which counts GPUs that cannot be used too.
    if (device.is_simulated) device.ordinal = gpu.visible_ordinal;
    device.memory_limit_bytes = logical_gpu_memory_limit(gpu, device, free_bytes(device), options);
  }
  if (!keeps_ids) {
    for (std::size_t i = 0; i < gpus.size(); ++i) gpus[i].name.id = static_cast<int>(i);
  }

  std::vector<DeviceInfo> devices;
  bool has_gpus = false;
  for (const DeviceInfo& device : inventory) {
    if (!is_gpu_of_this_process(device)) {
      DeviceInfo& other = devices.emplace_back(device);
      if (other.name.type == DeviceType::gpu) {
        other.memory_limit_bytes =
            logical_gpu_memory_limit({}, other, other.total_memory_bytes, options);
      }
    } else if (!has_gpus) {
      devices.insert(devices.end(), gpus.begin(), gpus.end());
      has_gpus = true;
    }
  }
  return devices;
}

}  // namespace graphrun
