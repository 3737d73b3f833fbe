// Devices that are not there, so that placement, copies and memory limits can be tried anywhere: a
// file of --devices, or --simulate-gpus.
//
//   devices:
//     - {type: CPU}
//     - {type: GPU, name: Tesla K20m, pci_bus_id: "0000:02:00.0", memory: 4.6GiB}
//     - {type: GPU, device: /job:worker/replica:0/task:1/device:GPU:3}
//
// type               CPU or GPU; the only key that every entry needs
// device             the full name, for another job or task or an id out of sequence. Entries
// without
//                    it are this process's (/job:localhost/replica:0/task:0), and their ids count
//                    up per type; those with it are not counted. No two entries may have one name.
// name               of a GPU: what it is called; "Simulated GPU" where not given
// pci_bus_id         of a GPU: 0000:02:00.0, in any letter case; none twice in one task. Not given,
//                    it is the next of 0000:00:00.0, 0000:01:00.0... that the file does not use.
// memory             of a GPU: bytes or 4.6GiB; 16GiB where not given
// compute_capability of a GPU: 3.5; not known where not given
//
// A graph needs a CPU where it is started: a file that lists none of this process's gets its
// /cpu:0, before all others.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/device_info.h"

namespace graphrun {

inline constexpr std::uint64_t kSimulatedGpuBytes = std::uint64_t{16} << 30;
inline constexpr int kMostSimulatedGpus = 1024;

// In the order of the file. Every device but the CPUs of this process is marked as simulated. A
// GPU's ordinal counts those of its task; its memory limit is left to the runtime.
// `path` may be "-" for standard input. Throws Error(invalid) with all faults of the file, and
// Error(file) when it cannot be read.
std::vector<DeviceInfo> read_device_inventory(const std::string& path);

// The same for a text, as tests have it.
std::vector<DeviceInfo> read_device_inventory_text(std::string file, std::string text);

// The CPU and `gpus` alike GPUs of this process, as an inventory without details would list them.
// Throws Error(usage) when `gpus` is not 0 to kMostSimulatedGpus.
std::vector<DeviceInfo> simulated_gpus(int gpus);

}  // namespace graphrun
