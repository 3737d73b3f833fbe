// NoOp: nothing, when all that it waits for is done.

#include "graph/work.h"
#include "runtime/kernel_context.h"

namespace graphrun {
namespace {

void no_op_cpu(KernelContext&) {}

}  // namespace

void add_no_op(OpCatalog& ops) {
  ops.add({.name = "NoOp",
           .summary = "does nothing, after its control inputs",
           .work = passes_on,
           .kernels = {{.device = DeviceType::cpu, .run = no_op_cpu}, {.device = DeviceType::gpu}},
           .example = R"(nodes:
  - {op: Variable, name: v, initial_value: 1.0, as: v}
  - {op: Const, name: one, value: 1.0}
  - {op: AssignAdd, name: count, inputs: [v, one]}
  - {op: NoOp, name: train, control_inputs: [count]}
fetch: [train]
)"});
}

}  // namespace graphrun
