// Pack: tensors of one shape stacked along a new axis (tf.stack).

#include <fmt/format.h>

#include "graph/shape_rules.h"
#include "graph/work.h"
#include "kernels/join_pieces.h"

namespace graphrun {
namespace {

int new_axis(std::int64_t axis, int rank) {
  const auto at = axis_of(axis, rank + 1);
  if (at) return *at;
  throw ShapeFault{
      fmt::format("Invalid axis: {}; must be in [{},{})", axis, -(rank + 1), rank + 1)};
}

void infer(ShapeContext& context) {
  Shape shape = context.input(context.inputs() - 1);
  for (int i = context.inputs() - 2; i >= 0; --i) {
    try {
      shape = merged_shape(context.input(i), shape);
    } catch (ShapeFault& fault) {
      fault.what += fmt::format("\n\tFrom merging shape {} with other shapes.", i);
      throw;
    }
  }
  if (!shape.has_rank()) {
    context.set_output(0, shape);
    return;
  }
  const int at = new_axis(context.attributes().integer("axis"), shape.rank());
  const Shape inputs{context.inputs()};
  context.set_output(
      0, joined(joined(part_of(shape, 0, at), inputs), part_of(shape, at, shape.rank())));
}

void pack_cpu(KernelContext& context) {
  const Shape& shape = context.input(0).shape();
  for (int i = 1; i < context.inputs(); ++i) {
    if (context.input(i).shape() == shape) continue;
    KernelContext::invalid(fmt::format(
        "Shapes of all inputs must match: values[0].shape = {} != values[{}].shape = {}",
        to_string(shape), i, to_string(context.input(i).shape())));
  }
  const int axis =
      planned_now([&] { return new_axis(context.attributes().integer("axis"), shape.rank()); });
  join_pieces(context, 0, context.inputs(), axis);
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: a, value: [1.0, 2.0, 3.0]}
  - {op: Const, name: b, value: [4.0, 5.0, 6.0]}
  - {op: Pack, name: rows, inputs: [a, b]}
  - {op: Pack, name: columns, inputs: [a, b], axis: 1}
fetch: [rows, columns]
)";

constexpr DTypes kOnGpu =
    kFloatTypes | DTypes{DType::int16, DType::int64, DType::uint8, DType::boolean};

}  // namespace

void add_pack(OpCatalog& ops) {
  ops.add({.name = "Pack",
           .summary = "tensors of one shape stacked along a new axis (tf.stack)",
           .inputs = {ArgDef::list("values")},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "T"}},
           .attributes = {{.name = "axis",
                           .kind = AttributeKind::integer,
                           .otherwise = std::int64_t{0}}},
           .infer_shapes = infer,
           .work = moves_all,
           .kernels = {{.device = DeviceType::cpu, .types = {kTensorTypes}, .run = pack_cpu},
                       {.device = DeviceType::gpu, .types = {kOnGpu}},
                       {.device = DeviceType::gpu,
                        .types = {{DType::int32}},
                        .host_inputs = {0},
                        .host_outputs = {0}}},
           .example = kExample});
}

}  // namespace graphrun
