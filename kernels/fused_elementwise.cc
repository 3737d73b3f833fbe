// Several element-wise ops in one pass over the memory: see fused_run.h.

#include "kernels/fused_elementwise.h"

#include <algorithm>

#include "graph/fused_op.h"
#include "graph/shape_rules.h"
#include "kernels/fused_run.h"
#include "runtime/compute_share.h"
#include "runtime/parallel_for.h"

namespace graphrun {
namespace {

// Elements times steps that are worth another thread.
constexpr std::int64_t kGrain = 64 * 1024;

void fused_cpu(KernelContext& context) {
  const auto& op = static_cast<const FusedOp&>(*context.node().op);
  // Before the last step writes to a place, all others have read what is there of the first
  // operand, which has the output's shape. The last one must not read what it writes.
  const FusedOp::Instruction& last = op.steps.back();
  const bool in_place = last.x != 0 && last.y != 0;
  const Tensor& output = in_place ? context.output_in_place_of({0}) : context.output();
  const std::int64_t elements = output.elements();
  if (elements == 0) return;
  const FusedRun fused(context);
  const auto steps = std::ssize(op.steps);
  const std::int64_t grain = std::max<std::int64_t>(1024, kGrain / steps);
  if (elements < 2 * grain) {
    fused.run(0, elements);
    return;
  }
  const ComputeShare share;
  parallel_for(elements, grain,
               [&](std::int64_t first, std::int64_t end) { fused.run(first, end); });
}

constexpr DTypes kTypes = {DType::float32, DType::float64};

}  // namespace

const OpDef& fused_elementwise_row() {
  static const OpDef row = {
      .name = "Fused",
      .summary = "element-wise ops in one pass over the memory",
      .inputs = {ArgDef::list("operands")},
      .outputs = {ArgDef::typed("output")},
      .type_attributes = {{.name = "T", .allowed = kTypes}},
      .attributes = {{.name = std::string(kFusedMembers), .kind = AttributeKind::texts}},
      .infer_shapes = same_as_first_input,
      .kernels = {{.device = DeviceType::cpu, .types = {kTypes}, .run = fused_cpu},
                  {.device = DeviceType::gpu, .types = {kTypes}}}};
  return row;
}

}  // namespace graphrun
