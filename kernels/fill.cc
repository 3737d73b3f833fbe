// Fill: a tensor of one value.

#include "graph/shape_rules.h"
#include "graph/work.h"
#include "kernels/index_values.h"
#include "kernels/strided_copy.h"

namespace graphrun {
namespace {

void infer(ShapeContext& context) {
  expect_rank(context.input(1), 0);
  shape_from_first_input(context);
}

void fill_cpu(KernelContext& context) {
  const Tensor& value = context.input(1);
  expect_one_element(value, "value");
  const Tensor& output = context.output();
  fill_elements(context, output.dtype(), value.data(), output.data(), output.elements());
}

constexpr const char* kExample = R"(nodes:
  - {op: Fill, name: y, dims: [2, 3], value: 9.0}
fetch: [y]
)";

}  // namespace

void add_fill(OpCatalog& ops) {
  ops.add({.name = "Fill",
           .summary = "a tensor of a given shape and one value",
           .inputs = {ArgDef::typed("dims", 1), ArgDef::typed("value")},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "T"},
                               {.name = "index_type",
                                .allowed = kIndexTypes,
                                .otherwise = DType::int32}},
           .infer_shapes = infer,
           .work = only_writes,
           .kernels = {{.device = DeviceType::cpu, .types = {kTensorTypes}, .run = fill_cpu},
                       {.device = DeviceType::gpu,
                        .types = {kGpuNumberTypes | DTypes{DType::boolean}},
                        .host_inputs = {0}},
                       {.device = DeviceType::gpu,
                        .types = {{DType::int32}},
                        .host_inputs = {0, 1},
                        .host_outputs = {0}}},
           .example = kExample});
}

}  // namespace graphrun
