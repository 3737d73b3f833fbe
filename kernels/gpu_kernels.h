// Where the kernels that ops declare for GPUs have their code: in the GPU module's table, or, where
// no element on the GPU is touched, in the CPU's kernel.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "backends/gpu_module_interface.h"

namespace graphrun {

// Gives every GPU kernel that a row of `ops` declares its code, as far as there is any. A kernel
// whose outputs are all in host memory runs the CPU's.
void enter_gpu_kernels(OpCatalog& ops, std::span<const GpuKernel> table);

// The declared GPU kernels that have no code, and the table's lines that no op declares, a line
// each, sorted: "Cholesky: float32, float64" and "Relu: not declared".
std::vector<std::string> gpu_kernel_gaps(const OpCatalog& ops, std::span<const GpuKernel> table);

}  // namespace graphrun
