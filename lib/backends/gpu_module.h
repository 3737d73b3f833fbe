// The GPU module: graphrun_cuda.so, a library beside the program which has all that needs CUDA. It
// is opened only where a GPU can be there, so that the same program runs on machines without one,
// and starts at once there.

#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "backends/gpu_module_interface.h"

namespace graphrun {

// Beside the program that runs. The file need not be there.
std::filesystem::path gpu_module_path();

// The module of a file, or a sentence, without its full stop, that says why there is none.
struct OpenedGpuModule {
  const GpuModuleInterface* module = nullptr;  // nullptr: see `problem`; else for ever
  std::string problem;
};
OpenedGpuModule open_gpu_module(const std::filesystem::path& path);

// Where to look for GPUs.
struct GpuSearch {
  std::optional<std::string> cuda_visible_devices;  // of the environment; nullopt: not set
  std::filesystem::path module = gpu_module_path();
  std::string driver = "libcuda.so.1";
};

struct UsableGpus : FoundGpus {
  const GpuModuleInterface* module = nullptr;  // nullptr: there are no GPUs
};

// The GPUs that this process can use, or why it can use none: CUDA_VISIBLE_DEVICES hides them, the
// module was not built, there is no driver, or what the module says.
UsableGpus find_gpus(const GpuSearch& search);

// Those of this process and its environment; looked for once. Thread safe.
const UsableGpus& usable_gpus();

}  // namespace graphrun
