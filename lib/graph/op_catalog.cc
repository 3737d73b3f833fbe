#include "graph/op_catalog.h"

#include <algorithm>
#include <cassert>

namespace graphrun {

std::vector<DType> DTypes::list() const {
  std::vector<DType> list;
  for (const DType dtype : all_dtypes()) {
    if (contains(dtype)) list.push_back(dtype);
  }
  return list;
}

std::size_t OpDef::least_inputs() const {
  return inputs.size() -
         static_cast<std::size_t>(std::ranges::count_if(inputs, &ArgDef::is_optional));
}

int OpDef::type_attribute(std::string_view wanted) const {
  for (std::size_t i = 0; i < type_attributes.size(); ++i) {
    if (type_attributes[i].name == wanted) return static_cast<int>(i);
  }
  return -1;
}

const AttributeDef* OpDef::attribute(std::string_view wanted) const {
  const auto found = std::ranges::find(attributes, wanted, &AttributeDef::name);
  return found == attributes.end() ? nullptr : &*found;
}

int OpDef::input(std::string_view wanted) const {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].name == wanted) return static_cast<int>(i);
  }
  return -1;
}

const KernelDef* find_kernel(const OpDef& op, DeviceType device, const TypeValues& types) {
  const KernelDef* best = nullptr;
  for (const KernelDef& kernel : op.kernels) {
    if (kernel.device != device) continue;
    bool fits = true;
    for (std::size_t i = 0; i < kernel.types.size(); ++i) {
      if (!kernel.types[i].contains(types[i])) fits = false;
    }
    if (fits && (best == nullptr || kernel.priority > best->priority)) best = &kernel;
  }
  return best;
}

const BlockDef* find_block(const OpDef& op, DType dtype) {
  const auto found = std::ranges::find(op.blocks, dtype, &BlockDef::dtype);
  return found == op.blocks.end() ? nullptr : &*found;
}

void OpCatalog::add(OpDef op) {
  assert(find(op.name) == nullptr);
  assert(op.type_attributes.size() <= static_cast<std::size_t>(kMaxTypeAttributes));
  OpDef& row = ops_.emplace_back(std::move(op));
  by_name_.emplace(row.name, &row);
}

const OpDef* OpCatalog::find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : found->second;
}

void OpCatalog::set_code(std::string_view op, std::size_t kernel, KernelFn run) {
  by_name_.at(op)->kernels.at(kernel).run = run;
}

std::vector<const OpDef*> OpCatalog::sorted() const {
  std::vector<const OpDef*> rows;
  rows.reserve(ops_.size());
  for (const OpDef& op : ops_) rows.push_back(&op);
  std::ranges::sort(rows, {}, &OpDef::name);
  return rows;
}

std::vector<std::string_view> OpCatalog::names() const {
  std::vector<std::string_view> names;
  for (const OpDef* op : sorted()) names.push_back(op->name);
  return names;
}

}  // namespace graphrun
