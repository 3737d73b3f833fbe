#include "placement/candidates.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <tuple>

namespace graphrun {
namespace {

DeviceSpec without_type_and_id(DeviceSpec spec) {
  spec.type.reset();
  spec.id.reset();
  return spec;
}

}  // namespace

CandidateFinder::CandidateFinder(std::span<const DeviceName> devices, bool soft)
    : devices_(devices), text_rank_(devices.size()), soft_(soft) {
  std::vector<std::string> names;
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
  std::ranges::sort(found, {}, [&](DeviceIndex i) {
    const DeviceType type = devices_[i].type;
    return std::tuple(-*types.on(type), type == DeviceType::gpu ? 0 : 1, text_rank_[i]);
  });
  return found;
}

CandidateFinder::Found CandidateFinder::find(const Demand& demand) const {
  Found found;
  Candidates& candidates = found.candidates;
  candidates.best_first = matching(demand.requested, demand.types);
  if (candidates.best_first.empty() && soft_ && !demand.requested.is_open()) {
    candidates.is_fallback = true;
    const DeviceSpec open = without_type_and_id(demand.requested);
    candidates.best_first = matching(specialised(open, demand.resource), demand.types);
    if (candidates.best_first.empty() && !demand.resource.is_open()) {
      candidates.best_first = matching(open, demand.types);
      found.changed_resource = !candidates.best_first.empty();
    }
  }
  for (DeviceIndex i = 0; i < devices_.size(); ++i) {
    const bool is_candidate = std::ranges::find(candidates.best_first, i) !=
                              candidates.best_first.end();
    if (!is_candidate) candidates.refused.push_back({i, reason(i, demand)});
  }
  return found;
}

RefusalReason CandidateFinder::reason(DeviceIndex i, const Demand& demand) const {
  const DeviceName& device = devices_[i];
  const auto differs = [&](const DeviceSpec& spec) -> std::optional<RefusalReason> {
    if ((spec.job && *spec.job != device.job) || (spec.replica && *spec.replica != device.replica) ||
        (spec.task && *spec.task != device.task)) {
      return RefusalReason::other_task;
    }
    if (spec.type && *spec.type != to_string(device.type)) return RefusalReason::other_type;
    if (spec.id && *spec.id != device.id) return RefusalReason::other_id;
    return std::nullopt;
  };
  if (!demand.own_types.supports(device.type)) return RefusalReason::no_kernel;
  if (!demand.types.supports(device.type)) return RefusalReason::partner_no_kernel;
  if (const auto own = differs(demand.own_request)) return *own;
  if (differs(demand.requested)) return RefusalReason::partner_elsewhere;
  return RefusalReason::not_first;
}

}  // namespace graphrun
