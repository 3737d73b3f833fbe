// What the GPU module, a shared library, and the program that opens it know of each other. Values
// and classes of ours go from one to the other as they are, so both must be of one build: the
// module answers only those who give the stamp that it has itself.

#pragma once

#include <fmt/format.h>

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/graph.h"
#include "graph/op_catalog.h"
#include "runtime/device.h"
#include "runtime/kernel_context.h"
#include "runtime/matmul_precision.h"

namespace graphrun {

// The code of an op's kernels on a GPU.
struct GpuKernel {
  std::string_view op;
  // By type attribute: the types that the code is for; those that are not constrained have all.
  std::array<DTypes, kMaxTypeAttributes> types;
  // nullptr: the CPU's kernel serves, since it passes tensors on, or looks at shapes, and touches
  // no elements that are not in host memory.
  KernelFn run = nullptr;
};

// The GPUs that CUDA shows to this process, in its order: their names are /gpu:0, /gpu:1, ....
struct FoundGpus {
  std::vector<DeviceInfo> gpus;
  // Why there are none, as a sentence without its full stop; empty where there are some.
  std::string why_none;
  // Of each GPU that is there but cannot be used, likewise.
  std::vector<std::string> unusable;
};

struct GpuModuleInterface {
  // What it has code for. Needs no GPU, no driver and no cuBLAS.
  std::span<const GpuKernel> (*kernels)();
  // `cuda_visible_devices`, as the environment has it, is for messages: CUDA reads it itself.
  FoundGpus (*find)(const std::optional<std::string>& cuda_visible_devices);
  // One of the GPUs found, or a part of it: `info` has its ordinal among those and the limit of its
  // memory, which is taken as a whole when it is first used unless `allow_growth`. `host` outlives
  // it. Throws Error(device).
  std::unique_ptr<Device> (*open)(const DeviceInfo& info, Memory& host, bool allow_growth,
                                  MatmulPrecision precision);
};

// Equal in the program and the module where both were built from the same sources by the same
// compiler, as far as the layouts of what they exchange can tell.
inline std::string gpu_module_stamp() {
  constexpr int kInterface = 1;  // to be raised when a meaning changes that no layout shows
  return fmt::format("graphrun {} interface {}, {} {}, layout {}.{}.{}.{}.{}.{}.{}",
                     GRAPHRUN_VERSION, kInterface, __VERSION__, _GLIBCXX_RELEASE,
                     sizeof(GpuModuleInterface), sizeof(DeviceInfo), sizeof(KernelContext),
                     sizeof(Tensor), sizeof(Variable), sizeof(OpDef), sizeof(Graph));
}

// The module's one symbol. nullptr: `stamp` is not its own.
using GpuModuleEntry = const GpuModuleInterface* (*)(const char* stamp);
inline constexpr const char* kGpuModuleEntry = "graphrun_gpu_module";

}  // namespace graphrun
