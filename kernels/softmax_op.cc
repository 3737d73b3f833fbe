#include "kernels/softmax_op.h"

#include "graph/work.h"
#include "kernels/index_values.h"

namespace graphrun {
namespace {

void shape_of_logits(ShapeContext& context) {
  expect_rank_at_least(context.input(0), 1);
  context.set_output(0, context.input(0));
}

// The largest of a row, and for each element a difference, an exponential, a part of the sum, and a
// quotient or another difference.
Work work_of_softmax(const WorkContext& context) { return per_output_element<5>(context); }

}  // namespace

OpDef softmax_op(std::string name, std::string output, std::string summary, std::string example,
                 KernelFn cpu) {
  return {.name = std::move(name),
          .summary = std::move(summary),
          .inputs = {ArgDef::typed("logits")},
          .outputs = {ArgDef::typed(std::move(output))},
          .type_attributes = {{.name = "T", .allowed = kFloatTypes}},
          .infer_shapes = shape_of_logits,
          .work = work_of_softmax,
          .kernels = {{.device = DeviceType::cpu, .types = {kFloatTypes}, .run = cpu},
                      {.device = DeviceType::gpu, .types = {kGpuFloatTypes}}},
          .example = std::move(example)};
}

}  // namespace graphrun
