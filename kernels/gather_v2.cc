// GatherV2: parts of a tensor by their indices along an axis. The first `batch_dims` axes are
// common to the tensor and the indices.

#include <fmt/format.h>

#include "graph/shape_rules.h"
#include "graph/work.h"
#include "kernels/take_along.h"

namespace graphrun {
namespace {

struct Axes {
  int axis;
  int batch;
};

// REQUIRES: both have a rank.
Axes axes_of(const Shape& params, const Shape& indices, std::int64_t axis, std::int64_t batch) {
  const auto at = axis_of(axis, params.rank());
  if (!at) {
    expect_rank_at_least(params, least_rank(axis));
  }
  const int rank = indices.rank();
  if (batch < -rank || batch > rank) {
    throw ShapeFault{
        fmt::format("Expected batch_dims in the range [{}, {}], but got {}", -rank, rank, batch)};
  }
  const int batch_axes = static_cast<int>(batch < 0 ? batch + rank : batch);
  if (batch_axes > *at) {
    throw ShapeFault{
        fmt::format("batch_dims ({}) must be less than or equal to axis ({}).", batch_axes, *at)};
  }
  merged_shape(part_of(params, 0, batch_axes), part_of(indices, 0, batch_axes));
  return {*at, batch_axes};
}

void infer(ShapeContext& context) {
  const Shape& params = context.input(0);
  const Shape& indices = context.input(1);
  expect_rank_at_least(params, 1);
  expect_rank(context.input(2), 0);
  if (!params.has_rank() || !indices.has_rank()) {
    context.set_output(0, Shape::of_unknown_rank());
    return;
  }
  const std::int64_t batch = context.attributes().integer("batch_dims");
  const auto axis = known_integer(context, 2);
  if (!axis) {
    const std::int64_t shared = batch < 0 ? batch + indices.rank() : batch;
    const std::int64_t rank = params.rank() - 1 + indices.rank() - shared;
    expect_few_dimensions(rank);
    context.set_output(0, rank < 0 ? Shape::of_unknown_rank() : open_shape(static_cast<int>(rank)));
    return;
  }
  const Axes axes = axes_of(params, indices, *axis, batch);
  context.set_output(
      0, joined(joined(part_of(params, 0, axes.axis), part_of(indices, axes.batch, indices.rank())),
                part_of(params, axes.axis + 1, params.rank())));
}

void gather_cpu(KernelContext& context) {
  const Axes axes = planned_now([&] {
    return axes_of(context.input(0).shape(), context.input(1).shape(),
                   integer_of(context.input(2), "axis"),
                   context.attributes().integer("batch_dims"));
  });
  take_along(context, axes.axis, axes.batch);
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: x, value: [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]}
  - {op: GatherV2, name: y, inputs: [x], indices: [2, 0], axis: 1}
fetch: [y]
)";

}  // namespace

void add_gather_v2(OpCatalog& ops) {
  ops.add(
      {.name = "GatherV2",
       .summary = "parts of a tensor by their indices along an axis",
       .inputs = {ArgDef::typed("params"), ArgDef::typed("indices", 1), ArgDef::typed("axis", 2)},
       .outputs = {ArgDef::typed("output")},
       .type_attributes = {{.name = "Tparams"},
                           {.name = "Tindices", .allowed = kIndexTypes},
                           {.name = "Taxis", .allowed = kIndexTypes}},
       .attributes = {{.name = "batch_dims",
                       .kind = AttributeKind::integer,
                       .otherwise = std::int64_t{0}}},
       .infer_shapes = infer,
       .work = moves_output,
       .kernels =
           {{.device = DeviceType::cpu, .types = {kTensorTypes, kIndexTypes}, .run = gather_cpu},
            {.device = DeviceType::gpu, .types = {kGpuTakeTypes, kIndexTypes}, .host_inputs = {2}}},
       .example = kExample});
}

}  // namespace graphrun
