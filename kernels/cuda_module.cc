// The GPU module: its entry point and its table of kernels, cuda_ops.def. Listing the table needs
// nothing of CUDA.

#include "backends/cuda/cuda_device.h"
#include "backends/cuda/find_cuda_gpus.h"
#include "backends/gpu_module_interface.h"
#include "kernels/cuda_types.h"

namespace graphrun {

#define KERNEL(op, name, ...) void name##_cuda(KernelContext& context);
#define SHARED(op, name) void add_##name(OpCatalog& ops);
#define PASSES(op)
#include "kernels/cuda_ops.def"
#undef PASSES
#undef SHARED
#undef KERNEL

namespace {

using Types = std::array<DTypes, kMaxTypeAttributes>;

constexpr Types all_types() { return {DTypes::all(), DTypes::all(), DTypes::all(), DTypes::all()}; }

template <typename... Lists>
constexpr Types types_of() {
  Types types = all_types();
  std::size_t i = 0;
  ((types[i++] = Lists::kDTypes), ...);
  return types;
}

// The kernel that the op's own file has for the CPU: here, it moves elements with this module's
// strided_copy.cu and its like.
KernelFn shared_kernel(void (*add)(OpCatalog&)) {
  OpCatalog ops;
  add(ops);
  for (const KernelDef& kernel : ops.sorted().front()->kernels) {
    if (kernel.device == DeviceType::cpu) return kernel.run;
  }
  return nullptr;  // never: what a GPU runs the CPU does too
}

std::vector<GpuKernel> make_table() {
  std::vector<GpuKernel> table;
#define KERNEL(op, name, ...) table.push_back({#op, types_of<__VA_ARGS__>(), name##_cuda});
#define SHARED(op, name) table.push_back({#op, all_types(), shared_kernel(add_##name)});
#define PASSES(op) table.push_back({#op, all_types(), nullptr});
#include "kernels/cuda_ops.def"
#undef PASSES
#undef SHARED
#undef KERNEL
  return table;
}

std::span<const GpuKernel> kernels() {
  static const std::vector<GpuKernel> table = make_table();
  return table;
}

std::unique_ptr<Device> open(const DeviceInfo& info, Memory& host, bool allow_growth,
                             MatmulPrecision precision) {
  return std::make_unique<CudaDevice>(info, host, allow_growth, precision);
}

constexpr GpuModuleInterface kInterface = {
    .kernels = kernels, .find = find_cuda_gpus, .open = open};

}  // namespace
}  // namespace graphrun

extern "C" __attribute__((visibility("default"))) const graphrun::GpuModuleInterface*
graphrun_gpu_module(const char* stamp) {
  return stamp == graphrun::gpu_module_stamp() ? &graphrun::kInterface : nullptr;
}
