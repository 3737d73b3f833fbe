// ConcatV2: tensors side by side along an axis, which is the last input.

#include "graph/work.h"
#include "kernels/join_pieces.h"

namespace graphrun {
namespace {

void infer(ShapeContext& context) {
  const int values = context.inputs() - 1;
  expect_rank(context.input(values), 0);
  context.set_output(0, shape_side_by_side(context, 0, values, known_integer(context, values)));
}

void concat_cpu(KernelContext& context) {
  const int values = context.inputs() - 1;
  concatenate(context, 0, values, values);
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: a, value: [[1.0, 2.0], [3.0, 4.0]]}
  - {op: Const, name: b, value: [[5.0, 6.0]]}
  - {op: ConcatV2, name: y, inputs: [a, b], axis: 0}
fetch: [y]
)";

}  // namespace

void add_concat_v2(OpCatalog& ops) {
  ops.add({.name = "ConcatV2",
           .summary = "tensors side by side along an axis, given last",
           .inputs = {ArgDef::list("values"), ArgDef::typed("axis", 1)},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "T"},
                               {.name = "Tidx", .allowed = kIndexTypes, .otherwise = DType::int32}},
           .infer_shapes = infer,
           .work = moves_all,
           .kernels = {{.device = DeviceType::cpu, .types = {kTensorTypes}, .run = concat_cpu},
                       {.device = DeviceType::gpu, .types = {kGpuJoinTypes}, .host_inputs = {1}},
                       {.device = DeviceType::gpu,
                        .types = {{DType::int32}},
                        .host_inputs = {0, 1},
                        .host_outputs = {0}}},
           .example = kExample});
}

}  // namespace graphrun
