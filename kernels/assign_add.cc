// AssignAdd: adds a value to a variable and passes the variable on.

#include "graph/shape_rules.h"
#include "kernels/for_dtype.h"
#include "runtime/kernel_context.h"
#include "runtime/parallel_for.h"

namespace graphrun {
namespace {

constexpr std::int64_t kGrain = 32 * 1024;

void assign_add_cpu(KernelContext& context) {
  Variable& variable = context.variable(0);
  const Tensor& delta = context.input(1);
  const std::lock_guard lock(variable.update_mutex());
  const Tensor old = variable.value();
  if (!old.is_set()) {
    throw Error(ExitStatus::invalid,
                "FailedPreconditionError: Attempting to use uninitialized value");
  }
  if (old.shape() != delta.shape()) {
    KernelContext::invalid("Shapes of both tensors should match: " + to_string(old.shape()) +
                           " and " + to_string(delta.shape()));
  }
  Tensor sum = context.allocate_kept(0, old.dtype(), old.shape());
  for_number_type(old.dtype(), [&]<typename T>(std::type_identity<T>) {
    using A = Arithmetic<T>;
    const T* x = static_cast<const T*>(old.data());
    const T* y = static_cast<const T*>(delta.data());
    T* z = static_cast<T*>(sum.data());
    parallel_for(old.elements(), kGrain, [&](std::int64_t first, std::int64_t end) {
      for (std::int64_t i = first; i < end; ++i) z[i] = T(A(A(x[i]) + A(y[i])));
    });
  });
  variable.set(std::move(sum));
  context.set_output(0, Tensor(variable));
}

void merged_shape_of_inputs(ShapeContext& context) {
  context.set_output(0, merged_shape(context.input(0), context.input(1)));
}

constexpr DTypes kOnGpu = {DType::float16, DType::float32, DType::float64, DType::int64};

}  // namespace

void add_assign_add(OpCatalog& ops) {
  ops.add({.name = "AssignAdd",
           .summary = "adds a value to a variable",
           .inputs = {ArgDef::ref("ref"), ArgDef::typed("value")},
           .outputs = {ArgDef::ref("output_ref")},
           .type_attributes = {{.name = "T", .allowed = kNumberTypes}},
           .attributes = {{.name = "use_locking",
                           .kind = AttributeKind::boolean,
                           .otherwise = false}},
           .infer_shapes = merged_shape_of_inputs,
           .kernels = {{.device = DeviceType::cpu, .types = {kNumberTypes}, .run = assign_add_cpu},
                       {.device = DeviceType::gpu, .types = {kOnGpu}}},
           .is_stateful = true});
}

}  // namespace graphrun
