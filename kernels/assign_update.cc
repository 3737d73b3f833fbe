#include "kernels/assign_update.h"

#include <fmt/format.h>

#include <utility>

#include "graph/work.h"

namespace graphrun {
namespace {

void merged_shape_of_inputs(ShapeContext& context) {
  context.set_output(0, merged_shape(context.input(0), context.input(1)));
}

}  // namespace

VariableUpdate::VariableUpdate(KernelContext& context, const Tensor& value)
    : context_(context),
      variable_(context.variable(0)),
      lock_(variable_.update_mutex()),
      old_(variable_.value()) {
  if (!old_.is_set()) {
    throw Error(
        ExitStatus::invalid,
        "FailedPreconditionError: Attempting to use uninitialized value " + context.input_name(0));
  }
  if (old_.shape() != value.shape()) {
    KernelContext::invalid("Shapes of both tensors should match: " + to_string(old_.shape()) +
                           " and " + to_string(value.shape()));
  }
  next_ = context.allocate_kept(0, old_.dtype(), old_.shape());
}

void VariableUpdate::commit() {
  variable_.set(std::move(next_));
  context_.set_output(0, Tensor(variable_));
}

OpDef assign_update_op(std::string name, std::string summary, KernelFn cpu) {
  constexpr DTypes kOnGpu = {DType::float16, DType::float32, DType::float64, DType::int64};
  std::string example = fmt::format(R"(nodes:
  - {{op: Const, name: start, value: [10.0, 20.0]}}
  - {{op: Variable, name: v, inputs: [start]}}
  - {{op: Const, name: step, value: [1.0, 2.0]}}
  - {{op: {}, name: updated, inputs: [v, step]}}
fetch: [updated]
)",
                                    name);
  return {
      .name = std::move(name),
      .summary = std::move(summary),
      .inputs = {ArgDef::ref("ref"), ArgDef::typed("value")},
      .outputs = {ArgDef::ref("output_ref")},
      .type_attributes = {{.name = "T", .allowed = kNumberTypes}},
      .attributes = {{.name = "use_locking", .kind = AttributeKind::boolean, .otherwise = false}},
      .infer_shapes = merged_shape_of_inputs,
      .work = per_input_element<1>,
      .kernels = {{.device = DeviceType::cpu, .types = {kNumberTypes}, .run = cpu},
                  {.device = DeviceType::gpu, .types = {kOnGpu}}},
      .is_stateful = true,
      .example = std::move(example)};
}

}  // namespace graphrun
