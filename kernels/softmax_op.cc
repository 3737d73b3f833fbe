#include "kernels/softmax_op.h"

#include "kernels/index_values.h"

namespace graphrun {
namespace {

void shape_of_logits(ShapeContext& context) {
  expect_rank_at_least(context.input(0), 1);
  context.set_output(0, context.input(0));
}

}  // namespace

OpDef softmax_op(std::string name, std::string output, std::string summary, std::string example,
                 KernelFn cpu) {
  return {.name = std::move(name),
          .summary = std::move(summary),
          .inputs = {ArgDef::typed("logits")},
          .outputs = {ArgDef::typed(std::move(output))},
          .type_attributes = {{.name = "T", .allowed = kFloatTypes}},
          .infer_shapes = shape_of_logits,
          .kernels = {{.device = DeviceType::cpu, .types = {kFloatTypes}, .run = cpu},
                      {.device = DeviceType::gpu, .types = {kGpuFloatTypes}}},
          .example = std::move(example)};
}

}  // namespace graphrun
