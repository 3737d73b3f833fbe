// Assign: sets a variable to a value and passes the variable on.

#include "graph/shape_rules.h"
#include "graph/work.h"
#include "kernels/strided_copy.h"
#include "runtime/kernel_context.h"

namespace graphrun {
namespace {

void assign_cpu(KernelContext& context) {
  Variable& variable = context.variable(0);
  const Tensor& value = context.input(1);
  // A copy, since the value's memory belongs to the run.
  Tensor kept = context.allocate_kept(0, value.dtype(), value.shape());
  StridedCopy copy;
  copy.add_axis(value.elements(), 1, 1);
  strided_copy(context, value.dtype(), value.data(), kept.data(), copy);
  const std::lock_guard lock(variable.update_mutex());
  variable.set(std::move(kept));
  context.set_output(0, Tensor(variable));
}

void shape_of_assigned(ShapeContext& context) {
  if (context.attributes().boolean("validate_shape")) {
    context.set_output(0, merged_shape(context.input(0), context.input(1)));
  } else {
    context.set_output(0, context.input(1));
  }
}

constexpr DTypes kTensorTypes = kNumberTypes | DTypes{DType::boolean, DType::string};
constexpr DTypes kOnGpu = {DType::float16, DType::float32, DType::float64, DType::int64,
                           DType::boolean};

}  // namespace

void add_assign(OpCatalog& ops) {
  ops.add({.name = "Assign",
           .summary = "sets a variable to a value",
           .inputs = {ArgDef::ref("ref"), ArgDef::typed("value")},
           .outputs = {ArgDef::ref("output_ref")},
           .type_attributes = {{.name = "T", .allowed = kTensorTypes}},
           .attributes =
               {{.name = "use_locking", .kind = AttributeKind::boolean, .otherwise = true},
                {.name = "validate_shape", .kind = AttributeKind::boolean, .otherwise = true}},
           .infer_shapes = shape_of_assigned,
           .work = moves_output,
           .kernels = {{.device = DeviceType::cpu, .types = {kTensorTypes}, .run = assign_cpu},
                       {.device = DeviceType::gpu, .types = {kOnGpu}}},
           .is_stateful = true,
           .example = R"(nodes:
  - {op: Variable, name: v, initial_value: [1.0, 2.0], as: v}
  - {op: Const, name: next, value: [3.0, 4.0]}
  - {op: Assign, name: set, inputs: [v, next]}
fetch: [set]
)"});
}

}  // namespace graphrun
