// LogicalNot: true where x is false, element by element.

#include "graph/shape_rules.h"
#include "graph/work.h"
#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

// On the bytes of the bools, which are 0 or 1: GCC does not vectorise `!` of a bool.
void logical_not_cpu(KernelContext& context) {
  const void* from = context.input(0).data();
  void* to = context.output().data();
  for_each_range(context.output().elements(), [from, to](std::int64_t first, std::int64_t end) {
    const auto* x = static_cast<const unsigned char*>(from);
    auto* y = static_cast<unsigned char*>(to);
    for (std::int64_t i = first; i < end; ++i) y[i] = x[i] ^ 1;
  });
}

}  // namespace

void add_logical_not(OpCatalog& ops) {
  ops.add({.name = "LogicalNot",
           .summary = "true where x is false, element by element",
           .inputs = {ArgDef::of("x", DType::boolean)},
           .outputs = {ArgDef::of("y", DType::boolean)},
           .infer_shapes = same_as_first_input,
           .work = per_output_element<1>,
           .kernels = {{.device = DeviceType::cpu, .run = logical_not_cpu},
                       {.device = DeviceType::gpu}},
           .example = unary_example("LogicalNot", "[true, false]")});
}

}  // namespace graphrun
