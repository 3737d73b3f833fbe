#include "kernels/metadata_op.h"

#include "kernels/index_values.h"

namespace graphrun {

OpDef metadata_op(std::string name, std::string summary, bool has_out_type) {
  OpDef op{
      .name = std::move(name),
      .summary = std::move(summary),
      .inputs = {ArgDef::typed("input")},
      .outputs = {has_out_type ? ArgDef::typed("output", 1) : ArgDef::of("output", DType::int32)},
      .type_attributes = {{.name = "T"}},
      .kernels = {{.device = DeviceType::cpu},
                  {.device = DeviceType::gpu,
                   .types = {kGpuNumberTypes | DTypes{DType::boolean}},
                   .host_outputs = {0}},
                  {.device = DeviceType::gpu,
                   .types = {{DType::int32}},
                   .host_inputs = {0},
                   .host_outputs = {0}}},
      .is_metadata = true};
  if (has_out_type) {
    op.type_attributes.push_back(
        {.name = "out_type", .allowed = kIndexTypes, .otherwise = DType::int32});
  }
  return op;
}

}  // namespace graphrun
