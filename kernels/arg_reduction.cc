#include "kernels/arg_reduction.h"

#include <fmt/format.h>

#include "graph/work.h"
#include "kernels/index_values.h"

namespace graphrun {
namespace {

void shape_of_arg(ShapeContext& context) {
  const Shape& input = context.input(0);
  expect_rank(context.input(1), 0);
  if (!input.has_rank()) {
    context.set_output(0, input);
    return;
  }
  const auto written = known_integer(context, 1);
  const int rank = input.rank();
  if (!written) {
    context.set_output(0, rank <= 1 ? Shape{} : open_shape(rank - 1));
    return;
  }
  const auto axis = axis_of(*written, rank);
  if (!axis) {
    throw ShapeFault{fmt::format(
        "Dimension ({}) must be in the range [{}, {}), where {} is the number of dimensions in the "
        "input.",
        *written, -rank, rank, rank)};
  }
  context.set_output(0, joined(part_of(input, 0, *axis), part_of(input, *axis + 1, rank)));
}

}  // namespace

ArgWalk arg_walk(const KernelContext& context) {
  const Shape& shape = context.input(0).shape();
  const std::int64_t written = integer_of(context.input(1));
  const auto axis = axis_of(written, shape.rank());
  if (!axis) {
    KernelContext::invalid(fmt::format("Expected dimension in the range [{}, {}), but got {}",
                                       -shape.rank(), shape.rank(), written));
  }
  ArgWalk walk;
  for (int i = 0; i < *axis; ++i) walk.outer *= shape[i];
  walk.extent = shape[*axis];
  for (int i = *axis + 1; i < shape.rank(); ++i) walk.inner *= shape[i];
  if (walk.extent == 0) {
    KernelContext::invalid(
        fmt::format("Reduction axis {} is empty in shape {}", written, to_string(shape)));
  }
  return walk;
}

OpDef arg_op(std::string name, std::string summary, std::string example, KernelFn cpu) {
  return {.name = std::move(name),
          .summary = std::move(summary),
          .inputs = {ArgDef::typed("input", 0), ArgDef::typed("axis", 1)},
          .outputs = {ArgDef::typed("output", 2)},
          .type_attributes = {{.name = "T", .allowed = kNumberTypes},
                              {.name = "Tidx", .allowed = kIndexTypes, .otherwise = DType::int32},
                              {.name = "output_type",
                               .allowed = kIndexTypes,
                               .otherwise = DType::int64}},
          .infer_shapes = shape_of_arg,
          .work = per_input_element<1>,
          .kernels =
              {{.device = DeviceType::cpu, .types = {kNumberTypes}, .host_inputs = {1}, .run = cpu},
               {.device = DeviceType::gpu,
                .types = {kGpuFloatTypes, {DType::int32}},
                .host_inputs = {1}}},
          .example = std::move(example)};
}

}  // namespace graphrun
