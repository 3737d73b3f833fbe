// Devices as text: the `Device mapping:` block that TensorFlow logs, and the list of `graphrun
// devices`.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/device_info.h"
#include "report/style.h"

namespace graphrun {

// TensorFlow's physical device description: "device: 0, name: Tesla K40c, pci bus id:
// 0000:05:00.0, compute capability: 3.5", as far as it is known. Empty for a CPU.
std::string description(const DeviceInfo& device);

// A line for each GPU, in the order given; the block ends with a newline. CPUs never appear. The
// guide styles and tf-0.12 leave the compute capability out, as releases before 1.4 did. In tf and
// tf-0.12 the line of a simulated GPU ends with " (simulated)"; the guide styles keep to the
// guide's transcript, which has no place for that.
std::string device_mapping(std::span<const DeviceInfo> devices, Style style);

// A line for each device: full name, memory, description, and whether it is simulated.
std::string device_list(std::span<const DeviceInfo> devices);

// The names of devices, for those who print them many times. Indexed as `devices`.
std::vector<std::string> device_names(std::span<const DeviceName> devices, DeviceSpelling spelling);

// "/cpu:0, /gpu:0": for messages; full names where not all devices are of one task.
std::string short_device_list(std::span<const DeviceName> devices);

}  // namespace graphrun
