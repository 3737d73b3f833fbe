#include "backends/cuda/probe.h"

namespace graphrun {
namespace {

__global__ void probe() {}

}  // namespace

cudaError_t probe_kernel() {
  cudaFuncAttributes attributes{};
  return cudaFuncGetAttributes(&attributes, probe);
}

}  // namespace graphrun
