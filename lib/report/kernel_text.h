// Kernels, as messages list them.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/op_catalog.h"
#include "placement/supported_types.h"

namespace graphrun {

// TensorFlow's list (KernelsRegisteredForOp, core/framework/op_kernel.cc), a line for each:
// "  device='CPU'; T in [DT_FLOAT]\n", or "  <no registered kernels>\n".
std::string registered_kernels(const OpDef& op);

// "CPU (T: float32, float64), GPU (T: float32)", "CPU"; "none".
std::string kernel_list(const OpDef& op);

// "T: float32, float64; Tidx: int32": what types a kernel takes; empty: any.
std::string kernel_types(const OpDef& op, const KernelDef& kernel);

// "GPU", "CPU": those that are supported, by TensorFlow's preference of types.
std::vector<std::string_view> type_names(const SupportedTypes& types);

}  // namespace graphrun
