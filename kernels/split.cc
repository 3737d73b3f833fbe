// Split: a tensor cut into equal pieces along an axis, which is the first input. `axis` is
// TensorFlow 1.15's input `split_dim`.

#include <fmt/format.h>

#include "graph/work.h"
#include "kernels/join_pieces.h"

namespace graphrun {
namespace {

Shape piece_of(const Shape& value, std::int64_t axis, std::int64_t pieces) {
  if (!value.has_rank()) return Shape::of_unknown_rank();
  const auto at = axis_of(axis, value.rank());
  if (!at) {
    throw ShapeFault{fmt::format("Dimension must be in the range [{}, {}), but is {}",
                                 -value.rank(), value.rank(), axis)};
  }
  Shape piece = value;
  if (piece[*at] == Shape::kUnknown) return piece;
  if (piece[*at] % pieces != 0) {
    throw ShapeFault{
        fmt::format("Dimension size must be evenly divisible by {} but is {}\n\tNumber of ways to "
                    "split should evenly divide the split dimension",
                    pieces, piece[*at])};
  }
  piece[*at] /= pieces;
  return piece;
}

void infer(ShapeContext& context) {
  expect_rank(context.input(0), 0);
  if (context.outputs() == 0) {
    throw ShapeFault{fmt::format("Value for attr 'num_split' of {} must be at least minimum 1",
                                 context.attributes().integer("num_split"))};
  }
  const Shape& value = context.input(1);
  const auto axis = known_integer(context, 0);
  Shape piece = Shape::of_unknown_rank();
  if (axis) {
    piece = piece_of(value, *axis, context.outputs());
  } else if (value.has_rank()) {
    piece = open_shape(value.rank());
  }
  for (int i = 0; i < context.outputs(); ++i) context.set_output(i, piece);
}

void split_cpu(KernelContext& context) {
  const Tensor& value = context.input(1);
  const std::int64_t axis = integer_of(context.input(0), "axis");
  planned_now([&] { return piece_of(value.shape(), axis, context.node().outputs); });
  if (context.node().outputs == 1) {
    context.set_output(0, value);
  } else {
    cut_into_pieces(context, 1, *axis_of(axis, value.shape().rank()));
  }
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: x, value: [[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]}
  - {op: Split, name: y, inputs: [x], axis: 1, num_split: 2}
fetch: [y, "y:1"]
)";

constexpr DTypes kOnGpu = kFloatTypes;

}  // namespace

void add_split(OpCatalog& ops) {
  ops.add({.name = "Split",
           .summary = "a tensor cut into equal pieces along an axis, given first",
           .inputs = {ArgDef::of("axis", DType::int32), ArgDef::typed("value")},
           .outputs = {{.name = "output", .is_list = true, .count_attribute = "num_split"}},
           .type_attributes = {{.name = "T"}},
           .attributes = {{.name = "num_split", .kind = AttributeKind::integer}},
           .infer_shapes = infer,
           .work = moves_all,
           .kernels = {{.device = DeviceType::cpu, .types = {kTensorTypes}, .run = split_cpu},
                       {.device = DeviceType::gpu, .types = {kOnGpu}, .host_inputs = {0}}},
           .passes_on = PassesOn::alike_input,
           .example = kExample});
}

}  // namespace graphrun
