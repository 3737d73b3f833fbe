#include "model/attribute_cache.h"

#include <utility>

namespace graphrun {

const SharedAttributes* AttributeCache::attributes_of(const NodeEntry& entry, const OpDef& op) {
  const auto result = [](const std::optional<SharedAttributes>& attributes) {
    return attributes ? &*attributes : nullptr;
  };
  if (entry.attributes == 0) {
    const auto known = defaults_.find(&op);
    if (known != defaults_.end()) return &known->second;
    fresh_ = read(entry, op);
    if (!fresh_) return nullptr;
    return &defaults_.emplace(&op, std::move(*fresh_)).first->second;
  }
  if (entry.slot == kNoSlot) {
    fresh_ = read(entry, op);
    return result(fresh_);
  }
  auto& slot = slots_[entry.slot];
  if (!slot) slot = read(entry, op);
  return result(slot);
}

std::optional<SharedAttributes> AttributeCache::read(const NodeEntry& entry, const OpDef& op) {
  auto attributes =
      read_attributes(evaluator_, op, entry.op, evaluator_.file().attributes_of(entry), folder_);
  if (!attributes) return std::nullopt;
  return SharedAttributes{builder_.share(std::move(attributes->values)),
                          std::move(attributes->types), std::move(attributes->inputs)};
}

}  // namespace graphrun
