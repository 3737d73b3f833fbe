// VariableV2: a variable itself. What reads its output reads the value that it then has; Assign and
// its like take the reference and set it.

#include "graph/shape_rules.h"
#include "graph/work.h"
#include "runtime/kernel_context.h"

namespace graphrun {
namespace {

struct VariableState final : KernelState {
  Variable variable;
};

void variable_v2_cpu(KernelContext& context) {
  auto& state = context.state<VariableState>([] { return std::make_unique<VariableState>(); });
  context.set_output(0, Tensor(state.variable));
}

constexpr DTypes kTensorTypes = kNumberTypes | DTypes{DType::boolean, DType::string};
// No int32: TensorFlow keeps such variables on the CPU.
constexpr DTypes kOnGpu = {DType::float16, DType::float32, DType::float64, DType::int64};

}  // namespace

void add_variable_v2(OpCatalog& ops) {
  ops.add(
      {.name = "VariableV2",
       .summary = "a variable itself, to be assigned; Variable makes one with its initial value",
       .outputs = {ArgDef::ref("ref")},
       .type_attributes = {{.name = "dtype", .allowed = kTensorTypes}},
       .attributes =
           {{.name = "container", .kind = AttributeKind::text, .otherwise = std::string()},
            {.name = "shape", .kind = AttributeKind::shape},
            {.name = "shared_name", .kind = AttributeKind::text, .otherwise = std::string()}},
       .infer_shapes = shape_from_attribute,
       .work = passes_on,
       .kernels = {{.device = DeviceType::cpu, .types = {kTensorTypes}, .run = variable_v2_cpu},
                   {.device = DeviceType::gpu, .types = {kOnGpu}}},
       .is_stateful = true,
       .example = R"(nodes:
  - {op: VariableV2, name: v, dtype: float32, shape: [2]}
  - {op: Const, name: start, value: [1.0, 2.0]}
  - {op: Assign, name: set, inputs: [v, start]}
fetch: [set]
)"});
}

}  // namespace graphrun
