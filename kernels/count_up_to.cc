// CountUpTo: counts a variable up by one and gives the number it was, until a limit is reached.

#include <fmt/format.h>

#include <type_traits>

#include "kernels/index_values.h"
#include "runtime/kernel_context.h"

namespace graphrun {
namespace {

template <typename T>
void count(KernelContext& context, Variable& variable, const Tensor& old) {
  const T number = old.as<const T>()[0];
  const std::int64_t limit = context.attributes().integer("limit");
  if (std::int64_t{number} >= limit) {
    throw Error(ExitStatus::invalid, fmt::format("OutOfRangeError: Reached limit of {}", limit));
  }
  Tensor next = context.allocate_kept(0, old.dtype(), old.shape());
  next.as<T>()[0] = static_cast<T>(std::make_unsigned_t<T>(number) + 1);  // wraps around
  variable.set(std::move(next));
  context.output_as<T>()[0] = number;
}

void count_up_to_cpu(KernelContext& context) {
  Variable& variable = context.variable(0);
  const std::lock_guard lock(variable.update_mutex());
  const Tensor old = variable.value();
  if (!old.is_set()) {
    throw Error(ExitStatus::invalid,
                "FailedPreconditionError: Attempting to use uninitialized value");
  }
  if (old.shape().rank() != 0) {
    KernelContext::invalid("input is not a scalar: " + to_string(old.shape()));
  }
  if (old.dtype() == DType::int32) {
    count<std::int32_t>(context, variable, old);
  } else {
    count<std::int64_t>(context, variable, old);
  }
}

void scalar_as_input(ShapeContext& context) {
  expect_rank(context.input(0), 0);
  context.set_output(0, Shape{});
}

}  // namespace

void add_count_up_to(OpCatalog& ops) {
  ops.add({.name = "CountUpTo",
           .summary = "counts a variable up and gives the number it was, up to a limit",
           .inputs = {ArgDef::ref("ref")},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "T", .allowed = kIndexTypes}},
           .attributes = {{.name = "limit", .kind = AttributeKind::integer}},
           .infer_shapes = scalar_as_input,
           .kernels = {{.device = DeviceType::cpu, .types = {kIndexTypes}, .run = count_up_to_cpu}},
           .is_stateful = true,
           .example = R"(nodes:
  - {op: Variable, name: counter, dtype: int64, initial_value: 5, as: counter}
  - {op: CountUpTo, name: count, inputs: [counter], limit: 10}
fetch: [count]
)"});
}

}  // namespace graphrun
