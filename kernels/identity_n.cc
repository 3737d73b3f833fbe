// IdentityN: its inputs, as they are, of any types, all of them together.

#include "graph/shape_context.h"
#include "graph/work.h"
#include "runtime/kernel_context.h"

namespace graphrun {
namespace {

void identity_n_cpu(KernelContext& context) {
  for (int i = 0; i < context.inputs(); ++i) context.set_output(i, context.input(i));
}

void same_as_each_input(ShapeContext& context) {
  for (int i = 0; i < context.outputs(); ++i) context.set_output(i, context.input(i));
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: a, value: [1.0, 2.0]}
  - {op: Const, name: b, value: [three, four, five]}
  - {op: IdentityN, name: both, inputs: [a, b]}
fetch: ["both:0", "both:1"]
)";

}  // namespace

void add_identity_n(OpCatalog& ops) {
  ops.add(
      {.name = "IdentityN",
       .summary = "its inputs, as they are",
       .inputs = {{.name = "input", .kind = ArgDef::Kind::any, .is_list = true}},
       .outputs = {{.name = "output", .kind = ArgDef::Kind::any, .is_list = true}},
       .infer_shapes = same_as_each_input,
       .work = passes_on,
       .kernels = {{.device = DeviceType::cpu, .run = identity_n_cpu}, {.device = DeviceType::gpu}},
       .passes_on = PassesOn::inputs,
       .example = kExample});
}

}  // namespace graphrun
