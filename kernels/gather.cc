// Gather: rows of a tensor by their indices.

#include "graph/work.h"
#include "kernels/take_along.h"

namespace graphrun {
namespace {

void infer(ShapeContext& context) {
  const Shape& params = context.input(0);
  const Shape& indices = context.input(1);
  expect_rank_at_least(params, 1);
  if (!params.has_rank() || !indices.has_rank()) {
    context.set_output(0, Shape::of_unknown_rank());
  } else {
    context.set_output(0, joined(indices, part_of(params, 1, params.rank())));
  }
}

void gather_cpu(KernelContext& context) {
  if (context.input(0).shape().rank() == 0) {
    KernelContext::invalid("params must be at least 1 dimensional");
  }
  take_along(context, 0, 0);
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: x, value: [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]}
  - {op: Gather, name: y, inputs: [x], indices: [2, 0]}
fetch: [y]
)";

}  // namespace

void add_gather(OpCatalog& ops) {
  ops.add({.name = "Gather",
           .summary = "rows of a tensor by their indices",
           .inputs = {ArgDef::typed("params"), ArgDef::typed("indices", 1)},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "Tparams"}, {.name = "Tindices", .allowed = kIndexTypes}},
           .attributes = {{.name = "validate_indices",
                           .kind = AttributeKind::boolean,
                           .otherwise = true}},
           .infer_shapes = infer,
           .work = moves_output,
           .kernels = {{.device = DeviceType::cpu,
                        .types = {kTensorTypes, kIndexTypes},
                        .run = gather_cpu},
                       {.device = DeviceType::gpu, .types = {kGpuTakeTypes, kIndexTypes}}},
           .example = kExample});
}

}  // namespace graphrun
