// Several element-wise ops in one pass over the memory: see fused_run.h.

#include "kernels/fused_elementwise.h"

#include <algorithm>

#include "graph/fused_op.h"
#include "graph/shape_rules.h"
#include "graph/work.h"
#include "kernels/fused_run.h"
#include "runtime/compute_share.h"
#include "runtime/parallel_for.h"

namespace graphrun {
namespace {

// Elements times steps that are worth another thread.
constexpr std::int64_t kGrain = 64 * 1024;

void fused_cpu(KernelContext& context) {
  const auto& op = static_cast<const FusedOp&>(*context.node().op);
  const Tensor& output =
      op.in_place_inputs > 0 ? context.output_in_place_of({0}) : context.output();
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

// One operation for each element and member.
Work work_of_members(const WorkContext& context) {
  const AttributeValue* members = context.attributes().find(kFusedMembers);
  const std::size_t count = std::get<std::vector<std::string>>(*members).size();
  return computes(context, static_cast<double>(count) * context.output().elements());
}

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
      .work = work_of_members,
      .kernels = {{.device = DeviceType::cpu, .types = {kTypes}, .run = fused_cpu},
                  {.device = DeviceType::gpu, .types = {kTypes}}}};
  return row;
}

}  // namespace graphrun
