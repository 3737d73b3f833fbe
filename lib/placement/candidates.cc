#include "placement/candidates.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <tuple>

namespace graphrun {
namespace {

DeviceSpec without_type_and_id(DeviceSpec spec) {
  spec.type.reset();
  spec.id.reset();
  return spec;
}

// Why a device is no candidate of a node, alone or with those that share its device.
RefusalReason refusal(const DeviceName& device, const GroupDemand& group, const DeviceSpec& own,
                      const SupportedTypes& own_types) {
  if (!own_types.supports(device.type)) return RefusalReason::no_kernel;
  if (!group.types.supports(device.type)) return RefusalReason::partner_no_kernel;
  const DeviceSpec task{.job = own.job, .replica = own.replica, .task = own.task};
  if (!task.allows(device)) return RefusalReason::other_task;
  if (own.type && *own.type != to_string(device.type)) return RefusalReason::other_type;
  if (own.id && *own.id != device.id) return RefusalReason::other_id;
  return RefusalReason::partner_elsewhere;
}

}  // namespace

CandidateFinder::CandidateFinder(std::span<const DeviceName> devices, bool soft)
    : devices_(devices), text_rank_(devices.size()), soft_(soft) {
  std::vector<std::string> names;
  names.reserve(devices.size());
  for (const DeviceName& device : devices) names.push_back(to_string(device));
  std::vector<std::uint32_t> sorted(devices.size());
  std::iota(sorted.begin(), sorted.end(), 0u);
  std::ranges::sort(sorted, {}, [&](std::uint32_t i) { return std::string_view(names[i]); });
  for (std::uint32_t rank = 0; rank < sorted.size(); ++rank) text_rank_[sorted[rank]] = rank;
}

bool CandidateFinder::exists(const DeviceSpec& spec) const {
  return std::ranges::any_of(devices_, [&](const DeviceName& d) { return spec.allows(d); });
}

std::vector<DeviceIndex> CandidateFinder::matching(const DeviceSpec& spec,
                                                   const SupportedTypes& types) const {
  std::vector<DeviceIndex> found;
  for (DeviceIndex i = 0; i < devices_.size(); ++i) {
    if (spec.allows(devices_[i]) && types.supports(devices_[i].type)) found.push_back(i);
  }
  std::ranges::sort(found, [&](DeviceIndex a, DeviceIndex b) {
    const auto preference = [&](DeviceIndex i) {
      const DeviceType type = devices_[i].type;
      return std::tuple(types.on(type).value_or(0), type == DeviceType::gpu);
    };
    if (preference(a) != preference(b)) return preference(a) > preference(b);
    return text_rank_[a] < text_rank_[b];
  });
  return found;
}

CandidateFinder::Found CandidateFinder::find(const GroupDemand& group,
                                             const DeviceSpec& own_request,
                                             const SupportedTypes& own_types) const {
  const auto& [requested, resource, types, let_go] = group;
  Found found;
  Candidates& candidates = found.candidates;
  auto& best_first = candidates.best_first;
  best_first = matching(requested, types);
  if (best_first.empty() && soft_ && !requested.is_open()) {
    candidates.is_fallback = true;
    const DeviceSpec open = without_type_and_id(requested);
    best_first = matching(specialised(open, resource), types);
    if (best_first.empty() && !resource.is_open()) {
      best_first = matching(open, types);
      found.changed_resource = !best_first.empty();
    }
  }
  if (let_go && !best_first.empty() && !own_request.allows(devices_[best_first.front()])) {
    candidates.is_fallback = true;
  }
  std::vector<bool> is_candidate(devices_.size());
  for (const DeviceIndex i : best_first) is_candidate[i] = true;
  for (DeviceIndex i = 0; i < devices_.size(); ++i) {
    if (!is_candidate[i])
      candidates.refused.push_back({i, refusal(devices_[i], group, own_request, own_types)});
  }
  return found;
}

}  // namespace graphrun
