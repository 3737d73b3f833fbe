#include "model/labels.h"

#include <utility>

namespace graphrun {

std::optional<Labels::Bound> Labels::find(std::string_view name) const {
  const std::uint32_t number = names_.find(name);
  if (number == NameIndex::kNone) return std::nullopt;
  const Label& label = labels_[number];
  if (label.list == kNoList) return Bound{false, std::span(&label.one, 1)};
  return Bound{true, lists_[label.list]};
}

Labels::Label& Labels::label(std::string_view name) {
  std::uint32_t number = names_.find(name);
  if (number == NameIndex::kNone) {
    number = static_cast<std::uint32_t>(labels_.size());
    names_.add(name);
    labels_.emplace_back();
  }
  return labels_[number];
}

std::vector<Reference>& Labels::list(Label& label) {
  if (label.list == kNoList) {
    label.list = static_cast<std::uint32_t>(lists_.size());
    lists_.emplace_back();
  }
  return lists_[label.list];
}

void Labels::bind(std::string_view name, Reference tensor) {
  Label& bound = label(name);
  bound.one = tensor;
  bound.list = kNoList;
}

void Labels::bind(std::string_view name, Tensors tensors) {
  if (tensors.is_list) {
    list(label(name)) = std::move(tensors.all);
  } else {
    bind(name, tensors.all.front());
  }
}

bool Labels::append(std::string_view name, std::span<const Reference> tensors) {
  const bool is_new = names_.find(name) == NameIndex::kNone;
  Label& bound = label(name);
  if (!is_new && bound.list == kNoList) return false;
  std::vector<Reference>& to = list(bound);
  to.insert(to.end(), tensors.begin(), tensors.end());
  return true;
}

}  // namespace graphrun
