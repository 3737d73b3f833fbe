#include "report/device_lines.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/human_bytes.h"

namespace graphrun {
namespace {

std::string described(const DeviceInfo& device, bool with_capability) {
  if (device.name.type == DeviceType::cpu) return {};
  std::string text = fmt::format("device: {}", device.ordinal);
  if (!device.model.empty()) text += ", name: " + device.model;
  if (!device.pci_bus_id.empty()) text += ", pci bus id: " + device.pci_bus_id;
  if (with_capability && !device.compute_capability.empty()) {
    text += ", compute capability: " + device.compute_capability;
  }
  return text;
}

bool is_guide(Style style) { return style == Style::guide || style == Style::guide_full; }

std::string memory(const DeviceInfo& device) {
  if (device.memory_limit_bytes == 0) return "no memory limit";
  std::string text = "memory limit " + human_bytes(device.memory_limit_bytes);
  if (device.total_memory_bytes != 0) text += " of " + human_bytes(device.total_memory_bytes);
  return text;
}

}  // namespace

std::string description(const DeviceInfo& device) { return described(device, true); }

std::string device_mapping(std::span<const DeviceInfo> devices, Style style) {
  std::string lines;
  for (const DeviceInfo& device : devices) {
    if (device.name.type == DeviceType::cpu) continue;
    lines += to_string(device.name, device_spelling(style)) + " -> " +
             described(device, style == Style::tf);
    if (device.is_simulated && !is_guide(style)) lines += " (simulated)";
    lines += '\n';
  }
  return lines.empty() ? "Device mapping: no known devices.\n" : "Device mapping:\n" + lines;
}

std::string device_list(std::span<const DeviceInfo> devices) {
  std::size_t width = 0;
  for (const DeviceInfo& device : devices) width = std::max(width, to_string(device.name).size());
  std::string lines;
  for (const DeviceInfo& device : devices) {
    lines += fmt::format("{:<{}}  {}", to_string(device.name), width, memory(device));
    if (const std::string text = description(device); !text.empty()) lines += ", " + text;
    if (device.is_simulated) lines += " (simulated)";
    lines += '\n';
  }
  return lines;
}

std::vector<std::string> device_names(std::span<const DeviceName> devices,
                                      DeviceSpelling spelling) {
  std::vector<std::string> names;
  names.reserve(devices.size());
  for (const DeviceName& device : devices) names.push_back(to_string(device, spelling));
  return names;
}

std::string short_device_list(std::span<const DeviceName> devices) {
  const bool is_one_task = std::ranges::all_of(devices, [&](const DeviceName& device) {
    const DeviceName& first = devices.front();
    return device.job == first.job && device.replica == first.replica && device.task == first.task;
  });
  std::string text;
  for (const DeviceName& device : devices) {
    if (!text.empty()) text += ", ";
    text += is_one_task ? short_name(device) : to_string(device);
  }
  return text;
}

}  // namespace graphrun
