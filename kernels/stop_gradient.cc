// StopGradient: its input, as it is. No gradients flow through it, where there are any.

#include "graph/shape_rules.h"
#include "graph/work.h"
#include "kernels/unary_elementwise.h"

namespace graphrun {
namespace {

void stop_gradient_cpu(KernelContext& context) { context.set_output(0, context.input(0)); }

constexpr DTypes kInHostMemory = {DType::int32, DType::boolean, DType::string, DType::resource};
constexpr DTypes kOnGpu = kFloatTypes | DTypes{DType::int8,   DType::int16,     DType::int64,
                                               DType::uint8,  DType::uint16,    DType::uint32,
                                               DType::uint64, DType::complex64, DType::complex128};

}  // namespace

void add_stop_gradient(OpCatalog& ops) {
  ops.add({.name = "StopGradient",
           .summary = "its input, as it is; no gradients flow through it",
           .inputs = {ArgDef::typed("input")},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "T"}},
           .infer_shapes = same_as_first_input,
           .work = passes_on,
           .kernels = {{.device = DeviceType::cpu, .run = stop_gradient_cpu},
                       {.device = DeviceType::gpu, .types = {kOnGpu}},
                       {.device = DeviceType::gpu,
                        .types = {kInHostMemory},
                        .host_inputs = {0},
                        .host_outputs = {0}}},
           .passes_on = PassesOn::inputs,
           .example = unary_example("StopGradient", "[1.0, 2.0]")});
}

}  // namespace graphrun
