// What is known of a device beside its name.

#pragma once

#include <cstdint>
#include <string>

#include "base/device_name.h"

namespace graphrun {

struct DeviceInfo {
  DeviceName name;
  bool is_simulated = false;
  // Of a GPU; empty and unused for a CPU.
  std::string model;               // "Tesla K40c"
  std::string pci_bus_id;          // "0000:05:00.0", lower case
  int ordinal = 0;                 // among the GPUs that CUDA shows to this process, from 0
  std::string compute_capability;  // "3.5"; empty: not known
  std::uint64_t total_memory_bytes = 0;
  std::uint64_t free_memory_bytes = 0;   // when it was found; of a simulated GPU all is free
  std::uint64_t memory_limit_bytes = 0;  // of its allocator; 0: not limited (CPU)
};

}  // namespace graphrun
