// SplitV: a tensor cut along an axis into pieces of given sizes, of which one may be left open as
// -1. `axis` is TensorFlow 1.15's input `split_dim`.

#include <fmt/format.h>

#include "graph/work.h"
#include "kernels/join_pieces.h"

namespace graphrun {
namespace {

// The sizes of the pieces of an axis of `extent`, which may be unknown.
std::vector<std::int64_t> sizes_of(std::vector<std::int64_t> sizes, std::int64_t extent,
                                   int pieces) {
  if (static_cast<int>(sizes.size()) != pieces) {
    throw ShapeFault{
        fmt::format("size of the split_tensor must be {} but is {}", pieces, sizes.size())};
  }
  std::int64_t total = 0;
  std::size_t open = sizes.size();
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == -1 && open == sizes.size()) {
      open = i;
    } else if (sizes[i] < 0 || sizes[i] > INT64_MAX - total) {
      throw ShapeFault{sizes[i] == -1 ? "There can only be one -1 in the input."
                                      : fmt::format("Split size at index {} must be >= 0. Got: {}",
                                                    i, sizes[i])};
    } else {
      total += sizes[i];
    }
  }
  if (extent == Shape::kUnknown) return sizes;
  const bool fits = open == sizes.size() ? total == extent : total <= extent;
  if (!fits) {
    throw ShapeFault{fmt::format("can't split axis of size {} into pieces of size [{}]", extent,
                                 fmt::join(sizes, ","))};
  }
  if (open < sizes.size()) sizes[open] = extent - total;
  return sizes;
}

int axis_in(const Shape& value, std::int64_t axis) {
  const auto at = axis_of(axis, value.rank());
  if (at) return *at;
  throw ShapeFault{fmt::format("Dimension must be in the range [{}, {}), but is {}", -value.rank(),
                               value.rank(), axis)};
}

void infer(ShapeContext& context) {
  expect_rank(context.input(1), 1);
  expect_rank(context.input(2), 0);
  const int pieces = context.outputs();
  if (pieces == 0) {
    throw ShapeFault{fmt::format("Value for attr 'num_split' of {} must be at least minimum 1",
                                 context.attributes().integer("num_split"))};
  }
  const Shape& value = context.input(0);
  const auto axis = known_integer(context, 2);
  if (!value.has_rank() || !axis) {
    const Shape any = value.has_rank() ? open_shape(value.rank()) : Shape::of_unknown_rank();
    for (int i = 0; i < pieces; ++i) context.set_output(i, any);
    return;
  }
  const int at = axis_in(value, *axis);
  const auto wanted = known_integers(context, 1);
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(pieces), Shape::kUnknown);
  if (wanted) sizes = sizes_of(*wanted, value[at], pieces);
  for (int i = 0; i < pieces; ++i) {
    Shape piece = value;
    piece[at] = sizes[static_cast<std::size_t>(i)];
    context.set_output(i, piece);
  }
}

void split_cpu(KernelContext& context) {
  const Shape& value = context.input(0).shape();
  const int axis = planned_now([&] {
    const int at = axis_in(value, integer_of(context.input(2), "axis"));
    sizes_of(integers_of(context.input(1)), value[at], static_cast<int>(context.node().outputs));
    return at;
  });
  cut_into_pieces(context, 0, axis);
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: x, value: [1.0, 2.0, 3.0, 4.0, 5.0]}
  - {op: SplitV, name: y, inputs: [x], size_splits: [2, -1], axis: 0, num_split: 2}
fetch: [y, "y:1"]
)";

}  // namespace

void add_split_v(OpCatalog& ops) {
  ops.add({.name = "SplitV",
           .summary = "a tensor cut along an axis into pieces of given sizes; -1 is what is left",
           .inputs = {ArgDef::typed("value"), ArgDef::typed("size_splits", 1),
                      ArgDef::of("axis", DType::int32)},
           .outputs = {{.name = "output", .is_list = true, .count_attribute = "num_split"}},
           .type_attributes = {{.name = "T"},
                               {.name = "Tlen", .allowed = kIndexTypes, .otherwise = DType::int64}},
           .attributes = {{.name = "num_split", .kind = AttributeKind::integer}},
           .infer_shapes = infer,
           .work = moves_all,
           .kernels = {{.device = DeviceType::cpu, .types = {kTensorTypes}, .run = split_cpu},
                       {.device = DeviceType::gpu, .types = {kFloatTypes}, .host_inputs = {1, 2}},
                       {.device = DeviceType::gpu,
                        .types = {{DType::int32}},
                        .host_inputs = {0, 1, 2},
                        .host_outputs = {0}}},
           .example = kExample});
}

}  // namespace graphrun
