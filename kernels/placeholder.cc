// Placeholder: a tensor that is fed. It has no kernel to speak of: a run begins with the fed tensor
// in its place.

#include "graph/shape_rules.h"
#include "graph/work.h"
#include "runtime/kernel_context.h"

namespace graphrun {
namespace {

void placeholder_cpu(KernelContext& context) {
  KernelContext::invalid("You must feed a value for placeholder tensor '" +
                         std::string(context.node().name) + "'");
}

}  // namespace

void add_placeholder(OpCatalog& ops) {
  ops.add({.name = "Placeholder",
           .summary = "a tensor that is fed",
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "dtype"}},
           .attributes = {{.name = "shape", .kind = AttributeKind::shape, .optional = true}},
           .infer_shapes = shape_from_attribute,
           .work = passes_on,
           .kernels = {{.device = DeviceType::cpu, .run = placeholder_cpu},
                       {.device = DeviceType::gpu}},
           .example = R"(nodes:
  - {op: Placeholder, name: x, dtype: float32, shape: [2]}
  - {op: Add, name: y, inputs: [x, x]}
feeds:
  x: {value: [1.0, 2.0]}
fetch: [y]
)"});
}

}  // namespace graphrun
