// Unpack: a tensor cut into tensors of one axis less (tf.unstack).

#include <fmt/format.h>

#include "graph/work.h"
#include "kernels/join_pieces.h"

namespace graphrun {
namespace {

// REQUIRES: value.has_rank().
int axis_in(const Shape& value, std::int64_t axis, std::int64_t num) {
  const auto at = axis_of(axis, value.rank());
  if (!at) {
    throw ShapeFault{
        fmt::format("Invalid axis: {}; must be in [{},{})", axis, -value.rank(), value.rank())};
  }
  if (value[*at] != Shape::kUnknown && value[*at] != num) {
    throw ShapeFault{fmt::format("Dimension must be {} but is {}", num, value[*at])};
  }
  return *at;
}

void infer(ShapeContext& context) {
  const Shape& value = context.input(0);
  Shape piece = Shape::of_unknown_rank();
  if (value.has_rank()) {
    const Attributes& attributes = context.attributes();
    const int at = axis_in(value, attributes.integer("axis"), attributes.integer("num"));
    piece = joined(part_of(value, 0, at), part_of(value, at + 1, value.rank()));
  }
  for (int i = 0; i < context.outputs(); ++i) context.set_output(i, piece);
}

void unpack_cpu(KernelContext& context) {
  const Shape& value = context.input(0).shape();
  const Attributes& attributes = context.attributes();
  const int axis = planned_now(
      [&] { return axis_in(value, attributes.integer("axis"), attributes.integer("num")); });
  cut_into_pieces(context, 0, axis);
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: x, value: [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]}
  - {op: Unpack, name: rows, inputs: [x], num: 2}
fetch: [rows, "rows:1"]
)";

constexpr DTypes kOnGpu = kFloatTypes | DTypes{DType::uint8, DType::boolean};

}  // namespace

void add_unpack(OpCatalog& ops) {
  ops.add({.name = "Unpack",
           .summary = "a tensor cut into num tensors of one axis less (tf.unstack)",
           .inputs = {ArgDef::typed("value")},
           .outputs = {{.name = "output", .is_list = true, .count_attribute = "num"}},
           .type_attributes = {{.name = "T"}},
           .attributes = {{.name = "num", .kind = AttributeKind::integer},
                          {.name = "axis",
                           .kind = AttributeKind::integer,
                           .otherwise = std::int64_t{0}}},
           .infer_shapes = infer,
           .work = moves_all,
           .kernels = {{.device = DeviceType::cpu, .types = {kTensorTypes}, .run = unpack_cpu},
                       {.device = DeviceType::gpu, .types = {kOnGpu}},
                       {.device = DeviceType::gpu,
                        .types = {kIndexTypes},
                        .host_inputs = {0},
                        .host_outputs = {0}}},
           .example = kExample});
}

}  // namespace graphrun
