// Reverse: a tensor mirrored along the axes for which `dims` says true. ReverseV2 takes the axes'
// numbers.

#include <fmt/format.h>

#include "graph/work.h"
#include "kernels/mirror_axes.h"

namespace graphrun {
namespace {

void infer(ShapeContext& context) {
  const Shape& dims = context.input(1);
  expect_rank(dims, 1);
  if (dims.has_rank() && dims[0] != Shape::kUnknown) {
    expect_few_dimensions(dims[0]);
    expect_rank(context.input(0), static_cast<int>(dims[0]));
  }
  context.set_output(0, context.input(0));
}

void reverse_cpu(KernelContext& context) {
  const auto dims = context.input_as<bool>(1);
  const int rank = context.input(0).shape().rank();
  if (static_cast<int>(dims.size()) != rank) {
    KernelContext::invalid(
        fmt::format("'dims' must have the same number of values as 'tensor' has dimensions. "
                    "'tensor' has {}'dims' has {} values",
                    rank, dims.size()));
  }
  mirror_axes(context, {dims.begin(), dims.end()});
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: x, value: [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]}
  - {op: Reverse, name: y, inputs: [x], dims: [false, true]}
fetch: [y]
)";

constexpr DTypes kTypes = {DType::uint8,   DType::int8,    DType::int16,   DType::uint16,
                           DType::int32,   DType::int64,   DType::boolean, DType::float16,
                           DType::float32, DType::float64, DType::string};

}  // namespace

void add_reverse(OpCatalog& ops) {
  ops.add({.name = "Reverse",
           .summary = "a tensor mirrored along the axes for which dims says true",
           .inputs = {ArgDef::typed("tensor"), ArgDef::of("dims", DType::boolean)},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "T", .allowed = kTypes}},
           .infer_shapes = infer,
           .work = moves_all,
           .kernels = {{.device = DeviceType::cpu, .types = {kTypes}, .run = reverse_cpu},
                       {.device = DeviceType::gpu, .types = {kGpuMirrorTypes}, .host_inputs = {1}},
                       {.device = DeviceType::gpu,
                        .types = {{DType::int32}},
                        .host_inputs = {0, 1},
                        .host_outputs = {0}}},
           .example = kExample});
}

}  // namespace graphrun
