#include "report/kernel_text.h"

#include <fmt/format.h>

namespace graphrun {
namespace {

std::string dtype_list(DTypes dtypes, std::string_view (*spelling)(DType)) {
  std::string text;
  for (const DType dtype : dtypes.list()) {
    if (!text.empty()) text += ", ";
    text += spelling(dtype);
  }
  return text;
}

}  // namespace

std::string registered_kernels(const OpDef& op) {
  if (op.kernels.empty()) return "  <no registered kernels>\n";
  std::string lines;
  for (const KernelDef& kernel : op.kernels) {
    lines += fmt::format("  device='{}'", to_string(kernel.device));
    for (std::size_t i = 0; i < kernel.types.size(); ++i) {
      if (kernel.types[i] == DTypes::all()) continue;
      lines += fmt::format("; {} in [{}]", op.type_attributes[i].name,
                           dtype_list(kernel.types[i], enum_name));
    }
    lines += '\n';
  }
  return lines;
}

std::string kernel_types(const OpDef& op, const KernelDef& kernel) {
  std::string text;
  for (std::size_t i = 0; i < kernel.types.size(); ++i) {
    if (kernel.types[i] == DTypes::all()) continue;
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", op.type_attributes[i].name,
                        dtype_list(kernel.types[i], name));
  }
  return text;
}

std::string kernel_list(const OpDef& op) {
  if (op.kernels.empty()) return "none";
  std::string text;
  for (const KernelDef& kernel : op.kernels) {
    if (!text.empty()) text += ", ";
    text += to_string(kernel.device);
    const std::string types = kernel_types(op, kernel);
    if (!types.empty()) text += " (" + types + ")";
  }
  return text;
}

std::vector<std::string_view> type_names(const SupportedTypes& types) {
  std::vector<std::string_view> names;
  const bool cpu_first =
      types.on(DeviceType::cpu).value_or(0) > types.on(DeviceType::gpu).value_or(0);
  if (cpu_first && types.supports(DeviceType::cpu)) names.push_back(to_string(DeviceType::cpu));
  if (types.supports(DeviceType::gpu)) names.push_back(to_string(DeviceType::gpu));
  if (!cpu_first && types.supports(DeviceType::cpu)) names.push_back(to_string(DeviceType::cpu));
  return names;
}

}  // namespace graphrun
