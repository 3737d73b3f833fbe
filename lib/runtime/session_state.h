// What lasts from run to run: what kernels keep, and the memory of it.

#pragma once

#include <memory>
#include <vector>

#include "runtime/kept_buffers.h"
#include "runtime/kernel_state.h"

namespace graphrun {

// Outlives the executors that use it.
struct SessionState {
  KeptBuffers buffers;                                // outlives what the kernels keep
  std::vector<std::unique_ptr<KernelState>> kernels;  // by NodeId
};

}  // namespace graphrun
