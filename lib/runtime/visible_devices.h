// Which GPUs a process sees, and as which devices: CUDA_VISIBLE_DEVICES hides and reorders physical
// GPUs, visible_device_list chooses among those, and each of them may be split into several logical
// ones. The rules and messages are CUDA's and those of TensorFlow 1.15 (common_runtime/gpu/
// gpu_device.cc); messages begin with TensorFlow's name of the error, as Python shows it.
//
// Three kinds of number: a physical ordinal counts the GPUs of the machine, a visible ordinal those
// that CUDA shows (it is the "device: 1" of messages), and a device's id its logical GPUs.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/device_info.h"
#include "base/exit_status.h"
#include "runtime/gpu_memory.h"

namespace graphrun {

struct GpuOptions {
  std::optional<std::string> cuda_visible_devices;  // of the environment; nullopt: not set
  std::string visible_device_list;                  // empty: all, in order
  // The memory limits, in MiB, of the logical GPUs that each chosen GPU is split into; an empty
  // list leaves that one whole.
  std::vector<std::vector<double>> virtual_devices;
  // The same for every chosen GPU, however many there are; goes before virtual_devices.
  std::vector<double> virtual_gpus;
  double memory_fraction =
      0;  // per_process_gpu_memory_fraction; 0: what is free, but for a reserve
  // Of the Errors thrown. A flag that gives a wrong value is wrong usage; where a graph file's
  // config gave it, it is the file that is invalid.
  ExitStatus if_wrong = ExitStatus::usage;
};

// The physical ordinals that CUDA shows, in its order. The driver reads the list up to the first
// entry that is no GPU of the machine: "0,2,-1,1" shows two, "" and "-1" none. An entry is the
// number that it begins with ("1gpu" is 1); UUIDs are not known here, as a simulated GPU has none.
// A GPU that is listed twice hides all.
std::vector<int> cuda_visible_gpus(const std::optional<std::string>& variable, int gpus);

// The visible ordinals that a visible_device_list names. Throws Error(if_wrong).
std::vector<int> parse_visible_device_list(std::string_view list, int visible_gpus,
                                           ExitStatus if_wrong);

struct LogicalGpu {
  int visible_ordinal = 0;
  std::optional<double> memory_limit_mb;  // nullopt: the GPU is whole

  friend bool operator==(const LogicalGpu&, const LogicalGpu&) = default;
};

// The logical GPUs made of `visible_gpus` GPUs that CUDA shows, by id: visible_device_list and the
// splitting applied. Where CUDA shows none, nothing is read or checked, so that what is meant for
// GPUs does no harm elsewhere. Throws Error(if_wrong).
std::vector<LogicalGpu> logical_gpus(int visible_gpus, const GpuOptions& options);

// Bytes of the allocator of `gpu`; `device` is the physical GPU behind it, whose free memory is
// given. Throws Error(if_wrong) when the fraction is negative, beyond all
// memory, or oversubscribes a GPU that cannot.
std::uint64_t logical_gpu_memory_limit(const LogicalGpu& gpu, const DeviceInfo& device,
                                       std::uint64_t free_bytes, const GpuOptions& options);

// All of the above for an inventory of devices; the memory of simulated ones is all free. In place
// of the GPUs of this process (/job:localhost/replica:0/task:0), whose order is that of the
// machine, stand the logical ones, with visible ordinals and memory limits; GPUs of other tasks get
// memory limits, CPUs are as they were. Ids count up from 0, but where every GPU is visible, whole
// or of one part, and in its place, each keeps the id it has. Throws Error(if_wrong).
std::vector<DeviceInfo> visible_devices(const std::vector<DeviceInfo>& inventory,
                                        const GpuOptions& options);

}  // namespace graphrun
