// Identity: its input, as it is. Reading a variable, it is the value that the variable then has.

#include "graph/shape_rules.h"
#include "graph/work.h"
#include "runtime/kernel_context.h"

namespace graphrun {
namespace {

void identity_cpu(KernelContext& context) { context.set_output(0, context.input(0)); }

constexpr DTypes kInHostMemory = {DType::int32, DType::boolean, DType::string, DType::resource};
constexpr DTypes kOnGpu = kFloatTypes | DTypes{DType::int8,   DType::int16,     DType::int64,
                                               DType::uint8,  DType::uint16,    DType::uint32,
                                               DType::uint64, DType::complex64, DType::complex128};

}  // namespace

void add_identity(OpCatalog& ops) {
  ops.add({.name = "Identity",
           .summary = "its input, as it is",
           .inputs = {ArgDef::typed("input")},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "T"}},
           .infer_shapes = same_as_first_input,
           .work = passes_on,
           .kernels = {{.device = DeviceType::cpu, .run = identity_cpu},
                       {.device = DeviceType::gpu, .types = {kOnGpu}},
                       {.device = DeviceType::gpu,
                        .types = {kInHostMemory},
                        .host_inputs = {0},
                        .host_outputs = {0}}},
           .passes_on = PassesOn::inputs,
           .example = R"(nodes:
  - {op: Const, name: x, value: [1, 2]}
  - {op: Identity, name: y, inputs: [x]}
fetch: [y]
)"});
}

}  // namespace graphrun
