// RandomUniformInt: integers from minval up to, not including, maxval.

#include <fmt/format.h>

#include "graph/shape_rules.h"
#include "kernels/index_values.h"
#include "kernels/random_op.h"
#include "kernels/random_output.h"

namespace graphrun {
namespace {

void random_uniform_int_cpu(KernelContext& context) {
  for (const int i : {1, 2}) {
    const Shape& shape = context.input(i).shape();
    if (shape.rank() == 0) continue;
    KernelContext::invalid(fmt::format("{} must be 0-D, got shape {}", i == 1 ? "minval" : "maxval",
                                       to_string(shape)));
  }
  const Tensor& output = context.output();
  if (output.elements() == 0) return;
  const std::int64_t minval = integer_of(context.input(1));
  const std::int64_t maxval = integer_of(context.input(2));
  if (minval >= maxval) {
    KernelContext::invalid(fmt::format("Need minval < maxval, got {} >= {}", minval, maxval));
  }
  uniform_int_output(context, minval, maxval);
}

}  // namespace

void add_random_uniform_int(OpCatalog& ops) {
  ops.add({.name = "RandomUniformInt",
           .summary = "random integers from minval up to, not including, maxval",
           .inputs = {ArgDef::typed("shape", 1), ArgDef::typed("minval", 0),
                      ArgDef::typed("maxval", 0)},
           .outputs = {ArgDef::typed("output", 0)},
           .type_attributes = {{.name = "Tout", .allowed = kIndexTypes},
                               {.name = "T", .allowed = kIndexTypes}},
           .attributes = seed_attributes(),
           .infer_shapes = shape_from_first_input,
           .kernels =
               {{.device = DeviceType::cpu, .types = {kIndexTypes}, .run = random_uniform_int_cpu},
                {.device = DeviceType::gpu, .types = {kIndexTypes}, .host_inputs = {0, 1, 2}}},
           .is_stateful = true,
           .example = R"(nodes:
  - {op: RandomUniformInt, name: dice, shape: [10], minval: 1, maxval: 7, seed: 1, seed2: 2}
fetch: [dice]
)"});
}

}  // namespace graphrun
