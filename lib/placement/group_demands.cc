#include "placement/group_demands.h"

#include <utility>

namespace graphrun {

std::uint32_t GroupDemands::number(const GroupDemand& demand) {
  const auto next = static_cast<std::uint32_t>(demands_.size());
  const auto [found, is_new] = numbers_.try_emplace(demand, next);
  if (is_new) demands_.push_back(demand);
  return found->second;
}

const GroupDemands::Together& GroupDemands::together(std::uint32_t into, std::uint32_t from) {
  const auto [found, is_new] = known_.try_emplace(std::uint64_t{into} << 32 | from);
  if (is_new) found->second = merged(demands_[into], demands_[from]);
  return found->second;
}

GroupDemands::Together GroupDemands::merged(const GroupDemand& into, const GroupDemand& from) {
  SpecMerge resource = merge_specs(into.resource, from.resource, false);
  if (!resource.problem.empty()) return {kNone, std::move(resource.problem)};
  SpecMerge requested = merge_specs(into.requested, from.requested, soft_);
  if (!requested.problem.empty()) return {kNone, std::move(requested.problem)};
  GroupDemand both;
  both.types = intersection(into.types, from.types);
  if (!both.types.any()) return {};
  both.requested = specialised(requested.merged, resource.merged);
  both.resource = std::move(resource.merged);
  both.let_go = into.let_go || from.let_go || !are_compatible(into.requested, from.requested);
  return {number(both), {}};
}

}  // namespace graphrun
