// Whether the module has code for the current device.

#pragma once

#include <cuda_runtime.h>

namespace graphrun {

// cudaSuccess: it has.
cudaError_t probe_kernel();

}  // namespace graphrun
