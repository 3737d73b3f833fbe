// Select: elements of t where the condition is true, of e elsewhere. The condition has their shape,
// or is a scalar, or a vector that chooses along their first axis.

#include "graph/work.h"
#include "kernels/binary_elementwise.h"
#include "kernels/element_bytes.h"

namespace graphrun {
namespace {

constexpr DTypes kTypes = kMoreNumberTypes | DTypes{DType::boolean, DType::string};
constexpr DTypes kOnGpu = {DType::float16, DType::float32, DType::float64,
                           DType::int32,   DType::int64,   DType::boolean};

void shape_of_chosen(ShapeContext& context) {
  const Shape& condition = context.input(0);
  Shape chosen = merged_shape(context.input(1), context.input(2));
  if (condition.has_rank() && chosen.has_rank() && condition.rank() != 0) {
    if (condition.rank() == 1 && chosen.rank() > 0) {
      merged_shape(condition, {chosen[0]});
    } else {
      chosen = merged_shape(chosen, condition);
    }
  }
  context.set_output(0, chosen);
}

// Throws where shapes that were open before the run do not fit together.
void require_fitting_shapes(const Shape& condition, const Shape& t, const Shape& e) {
  if (t != e) {
    KernelContext::invalid("'then' and 'else' must have the same size.  but received: " +
                           to_string(t) + " vs. " + to_string(e));
  }
  const bool is_vector = condition.rank() == 1 && t.rank() > 0 && condition[0] == t[0];
  if (condition.rank() == 0 || is_vector || condition == t) return;
  KernelContext::invalid(
      "Inputs to operation Select of type Select must have the same size and "
      "shape.  Input 0: " +
      to_string(condition) + " != input 1: " + to_string(t));
}

template <typename E>
void choose(const bool* condition, std::int64_t conditions, const E* t, const E* e, E* output,
            std::int64_t elements) {
  if (conditions == elements) {
    parallel_for(elements, kElementwiseGrain, [&](std::int64_t first, std::int64_t end) {
      for (std::int64_t i = first; i < end; ++i) output[i] = condition[i] ? t[i] : e[i];
    });
    return;
  }
  const std::int64_t row = elements / conditions;
  parallel_for(conditions, std::max<std::int64_t>(1, kElementwiseGrain / row),
               [&](std::int64_t first, std::int64_t end) {
                 for (std::int64_t r = first; r < end; ++r) {
                   std::copy_n((condition[r] ? t : e) + r * row, row, output + r * row);
                 }
               });
}

void select_cpu(KernelContext& context) {
  const Tensor& condition = context.input(0);
  const Tensor& t = context.input(1);
  const Tensor& e = context.input(2);
  require_fitting_shapes(condition.shape(), t.shape(), e.shape());
  const bool* conditions = static_cast<const bool*>(condition.data());
  if (condition.shape().rank() == 0) return context.set_output(0, *conditions ? t : e);
  const Tensor& output = context.output();
  if (output.elements() == 0) return;
  for_element_bytes(output.dtype(), [&]<typename E>(std::type_identity<E>) {
    run_shared(output.elements(), [&] {
      choose(conditions, condition.elements(), static_cast<const E*>(t.data()),
             static_cast<const E*>(e.data()), static_cast<E*>(output.data()), output.elements());
    });
  });
}

}  // namespace

void add_select(OpCatalog& ops) {
  ops.add(
      {.name = "Select",
       .summary = "elements of t where the condition is true, of e elsewhere",
       .inputs = {ArgDef::of("condition", DType::boolean), ArgDef::typed("t"), ArgDef::typed("e")},
       .outputs = {ArgDef::typed("output")},
       .type_attributes = {{.name = "T"}},
       .infer_shapes = shape_of_chosen,
       .work = moves_all,
       .kernels = {{.device = DeviceType::cpu, .types = {kTypes}, .run = select_cpu},
                   {.device = DeviceType::gpu, .types = {kOnGpu}}},
       .example = R"(nodes:
  - {op: Const, name: condition, value: [true, false]}
  - {op: Const, name: t, value: [[1, 2], [3, 4]]}
  - {op: Const, name: e, value: [[5, 6], [7, 8]]}
  - {op: Select, name: y, inputs: [condition, t, e]}
fetch: [y]
)"});
}

}  // namespace graphrun
