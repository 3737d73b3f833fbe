#include "placement/supported_types.h"

#include <algorithm>

namespace graphrun {
namespace {

constexpr std::array kTypes = {DeviceType::cpu, DeviceType::gpu};

bool has_priorities(const SupportedTypes& types) {
  return std::ranges::any_of(types.priority, [](const auto& p) { return p.value_or(0) != 0; });
}

// Of two kernels of one priority the GPU's comes first.
bool prefers_cpu(const SupportedTypes& types) {
  const auto& cpu = types.on(DeviceType::cpu);
  const auto& gpu = types.on(DeviceType::gpu);
  return cpu && (!gpu || *cpu > *gpu);
}

}  // namespace

SupportedTypes intersection(SupportedTypes a, SupportedTypes b) {
  for (std::size_t t = 0; t < a.priority.size(); ++t) {
    if (!a.priority[t] || !b.priority[t]) {
      a.priority[t].reset();
      b.priority[t].reset();
    }
  }
  if (!has_priorities(a)) return has_priorities(b) ? b : a;
  if (!has_priorities(b) || prefers_cpu(a) == prefers_cpu(b)) return a;
  for (auto& priority : a.priority) {
    if (priority) priority = 0;
  }
  return a;
}

KernelFinder::KernelFinder(const Graph& graph, std::span<const DeviceName> devices)
    : graph_(graph), client_(devices.front()) {
  for (const DeviceName& device : devices) is_there_[static_cast<std::size_t>(device.type)] = true;
}

SupportedTypes KernelFinder::types_of(NodeId id) const {
  const Node& node = graph_.node(id);
  SupportedTypes types;
  for (const DeviceType type : kTypes) {
    const auto t = static_cast<std::size_t>(type);
    if (!is_there_[t]) continue;
    if (const KernelDef* kernel = find_kernel(*node.op, type, node.types)) {
      types.priority[t] = kernel->priority;
    }
  }
  if (types.any() || !may_run_elsewhere(id)) return types;
  const auto& wanted = graph_.request(id).spec.type;
  for (const DeviceType type : kTypes) {
    const auto t = static_cast<std::size_t>(type);
    if (is_there_[t] && (!wanted || *wanted == to_string(type))) types.priority[t] = 0;
  }
  return types;
}

bool KernelFinder::runs_nowhere(NodeId id) const {
  return !types_of(id).any() && !may_run_elsewhere(id);
}

bool KernelFinder::may_run_elsewhere(NodeId id) const {
  // A kernel that only does not take these types says that the op is known here.
  for (const KernelDef& kernel : graph_.node(id).op->kernels) {
    if (is_there_[static_cast<std::size_t>(kernel.device)]) return false;
  }
  const DeviceSpec& spec = graph_.request(id).spec;
  return (spec.job && *spec.job != client_.job) ||
         (spec.replica && *spec.replica != client_.replica) ||
         (spec.task && *spec.task != client_.task);
}

}  // namespace graphrun
