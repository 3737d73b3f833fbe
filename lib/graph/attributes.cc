#include "graph/attributes.h"

#include <algorithm>

namespace graphrun {

std::string_view description(AttributeKind kind) {
  switch (kind) {
    case AttributeKind::boolean: return "true or false";
    case AttributeKind::integer: return "an integer";
    case AttributeKind::number: return "a number";
    case AttributeKind::text: return "a text";
    case AttributeKind::shape: return "a shape, such as [2, 3]";
    case AttributeKind::tensor: return "a tensor: a number, a text, nested lists or {file: a.npy}";
    case AttributeKind::integers: return "a list of integers";
    case AttributeKind::numbers: return "a list of numbers";
    case AttributeKind::texts: return "a list of texts";
    case AttributeKind::dtypes: return "a list of types, such as [float32, int32]";
    case AttributeKind::shapes: return "a list of shapes";
  }
  return "";
}

void Attributes::set(std::string_view name, AttributeValue value) {
  const auto at =
      std::ranges::lower_bound(values_, name, {}, [](const auto& v) { return v.first; });
  if (at != values_.end() && at->first == name) {
    at->second = std::move(value);
  } else {
    values_.emplace(at, name, std::move(value));
  }
}

const AttributeValue* Attributes::find(std::string_view name) const {
  for (const auto& [key, value] : values_) {
    if (key == name) return &value;
  }
  return nullptr;
}

}  // namespace graphrun
