// Concat: tensors side by side along an axis, which is the first input. `axis` is TensorFlow 1.15's
// input `concat_dim`.

#include "graph/work.h"
#include "kernels/join_pieces.h"

namespace graphrun {
namespace {

void infer(ShapeContext& context) {
  expect_rank(context.input(0), 0);
  context.set_output(
      0, shape_side_by_side(context, 1, context.inputs() - 1, known_integer(context, 0)));
}

void concat_cpu(KernelContext& context) { concatenate(context, 1, context.inputs() - 1, 0); }

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: a, value: [[1.0, 2.0], [3.0, 4.0]]}
  - {op: Const, name: b, value: [[5.0], [6.0]]}
  - {op: Concat, name: y, inputs: [a, b], axis: 1}
fetch: [y]
)";

}  // namespace

void add_concat(OpCatalog& ops) {
  ops.add({.name = "Concat",
           .summary = "tensors side by side along an axis, given first",
           .inputs = {ArgDef::of("axis", DType::int32), ArgDef::list("values")},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "T"}},
           .infer_shapes = infer,
           .work = moves_all,
           .kernels = {{.device = DeviceType::cpu, .types = {kTensorTypes}, .run = concat_cpu},
                       {.device = DeviceType::gpu, .types = {kGpuJoinTypes}, .host_inputs = {0}},
                       {.device = DeviceType::gpu,
                        .types = {{DType::int32}},
                        .host_inputs = {0, 1},
                        .host_outputs = {0}}},
           .example = kExample});
}

}  // namespace graphrun
