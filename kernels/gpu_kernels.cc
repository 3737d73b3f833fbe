#include "kernels/gpu_kernels.h"

#include <algorithm>

namespace graphrun {
namespace {

bool is_one_of(const std::vector<int>& arguments, std::size_t i) {
  return std::ranges::find(arguments, static_cast<int>(i)) != arguments.end();
}

// Whether every tensor that is touched is in host memory: all of them, or all outputs; a kernel
// that makes nothing on the GPU looks at no more than the shapes of what it is given there (Shape,
// ZerosLike of int32).
bool works_on_host(const OpDef& op, const KernelDef& kernel) {
  const auto all_on_host = [](const std::vector<ArgDef>& arguments, const std::vector<int>& host) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (!is_one_of(host, i)) return false;
    }
    return true;
  };
  if (!op.outputs.empty()) return all_on_host(op.outputs, kernel.host_outputs);
  return all_on_host(op.inputs, kernel.host_inputs);
}

KernelFn code_on_cpu(const OpDef& op, const KernelDef& like) {
  for (const KernelDef& kernel : op.kernels) {
    if (kernel.device != DeviceType::cpu) continue;
    bool fits = true;
    for (std::size_t i = 0; i < std::min(kernel.types.size(), like.types.size()); ++i) {
      fits = fits && !(kernel.types[i] & like.types[i]).empty();
    }
    if (fits) return kernel.run;
  }
  return nullptr;
}

bool takes_all_of(const GpuKernel& line, const OpDef& op, const KernelDef& kernel) {
  for (std::size_t i = 0; i < op.type_attributes.size(); ++i) {
    DTypes declared = op.type_attributes[i].allowed;
    if (i < kernel.types.size()) declared = declared & kernel.types[i];
    if ((line.types[i] & declared) != declared) return false;
  }
  return true;
}

// nullptr: there is none.
KernelFn code_of(const OpDef& op, const KernelDef& kernel, std::span<const GpuKernel> table) {
  if (works_on_host(op, kernel)) return code_on_cpu(op, kernel);
  for (const GpuKernel& line : table) {
    if (line.op != op.name || !takes_all_of(line, op, kernel)) continue;
    return line.run != nullptr ? line.run : code_on_cpu(op, kernel);
  }
  return nullptr;
}

bool declares_gpu_kernel(const OpDef& op) {
  return std::ranges::count(op.kernels, DeviceType::gpu, &KernelDef::device) > 0;
}

std::string types_text(const KernelDef& kernel) {
  std::string text;
  for (const DTypes types : kernel.types) {
    text += text.empty() ? ": " : "; ";
    std::string names;
    for (const DType dtype : types.list()) {
      names += (names.empty() ? "" : ", ") + std::string(name(dtype));
    }
    text += types == DTypes::all() ? "any" : names;
  }
  return text;
}

}  // namespace

void enter_gpu_kernels(OpCatalog& ops, std::span<const GpuKernel> table) {
  for (const OpDef* op : ops.sorted()) {
    for (std::size_t i = 0; i < op->kernels.size(); ++i) {
      if (op->kernels[i].device != DeviceType::gpu || !op->declared_in.empty()) continue;
      ops.set_code(op->name, i, code_of(*op, op->kernels[i], table));
    }
  }
}

std::vector<std::string> gpu_kernel_gaps(const OpCatalog& ops, std::span<const GpuKernel> table) {
  std::vector<std::string> gaps;
  for (const OpDef* op : ops.sorted()) {
    if (op->expand != nullptr) continue;  // never a node
    for (const KernelDef& kernel : op->kernels) {
      if (kernel.device != DeviceType::gpu || code_of(*op, kernel, table) != nullptr) continue;
      gaps.push_back(op->name + types_text(kernel));
    }
  }
  for (const GpuKernel& line : table) {
    const OpDef* op = ops.find(line.op);
    if (op == nullptr || !declares_gpu_kernel(*op)) {
      gaps.push_back(std::string(line.op) + ": not declared");
    }
  }
  std::ranges::sort(gaps);
  return gaps;
}

}  // namespace graphrun
