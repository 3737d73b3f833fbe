// The GPUs that CUDA shows to this process.

#pragma once

#include "backends/gpu_module_interface.h"

namespace graphrun {

// As GpuModuleInterface::find. Throws nothing of CUDA's: a GPU that fails is one that is unusable.
FoundGpus find_cuda_gpus(const std::optional<std::string>& cuda_visible_devices);

}  // namespace graphrun
