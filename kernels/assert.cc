// Assert: ends the run with the tensors in its message where the condition is false.

#include "graph/shape_rules.h"
#include "graph/work.h"
#include "kernels/tensor_summary.h"
#include "runtime/kernel_context.h"

namespace graphrun {
namespace {

void assert_cpu(KernelContext& context) {
  const Tensor& condition = context.input(0);
  // TensorFlow 1.15 takes a tensor of one element for a scalar.
  if (condition.elements() != 1 || condition.shape().rank() > 1) {
    KernelContext::invalid("In[0] should be a scalar: " + to_string(condition.shape()));
  }
  if (condition.as<const bool>()[0]) return;
  const std::int64_t summarize = context.attributes().integer("summarize");
  std::string message = "assertion failed:";
  for (int i = 1; i < context.inputs(); ++i) {
    message += " [" + tensor_summary(context.input(i), summarize) + ']';
  }
  KernelContext::invalid(message);
}

}  // namespace

void add_assert(OpCatalog& ops) {
  ops.add({.name = "Assert",
           .summary = "ends the run where its condition is false",
           .inputs = {ArgDef::of("condition", DType::boolean),
                      {.name = "data", .kind = ArgDef::Kind::any, .is_list = true}},
           .attributes = {{.name = "summarize",
                           .kind = AttributeKind::integer,
                           .otherwise = std::int64_t{3}}},
           .work = passes_on,
           .kernels = {{.device = DeviceType::cpu, .run = assert_cpu}},
           .is_stateful = true,
           .example = R"(nodes:
  - {op: Const, name: x, value: [1.0, 2.0]}
  - {op: Const, name: is_sorted, value: true}
  - {op: Assert, name: check, inputs: [is_sorted, x]}
  - {op: Identity, name: y, inputs: [x, ^check]}
fetch: [y]
)"});
}

}  // namespace graphrun
