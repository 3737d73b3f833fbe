// ReduceJoin: the texts along some axes joined into one. The axis that is named first is the one
// whose texts stand next to each other. The second input is TensorFlow's `reduction_indices`, which
// its Python calls `axis`; several may be given, in any shape.

#include <fmt/format.h>

#include <array>
#include <vector>

#include "kernels/index_values.h"
#include "runtime/kernel_context.h"

namespace graphrun {
namespace {

// A walk over some axes of a tensor, the last of them fastest.
struct Walk {
  std::vector<std::int64_t> extents;
  std::vector<std::int64_t> strides;

  std::int64_t size() const {
    std::int64_t product = 1;
    for (const std::int64_t extent : extents) product *= extent;
    return product;
  }
  std::int64_t offset(std::int64_t n) const {
    std::int64_t at = 0;
    for (std::size_t i = extents.size(); i-- > 0;) {
      at += n % extents[i] * strides[i];
      n /= extents[i];
    }
    return at;
  }
};

void reduce_join_cpu(KernelContext& context) {
  const Shape& shape = context.input(0).shape();
  const auto texts = context.input_as<std::string>(0);
  const auto axes = context.input_as<std::int32_t>(1);
  const std::string& separator = context.attributes().text("separator");
  std::array<std::int64_t, Shape::kMaxRank> strides{};
  std::int64_t stride = 1;
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    strides[static_cast<std::size_t>(axis)] = stride;
    stride *= shape[axis];
  }
  const auto add_to = [&](Walk& walk, int axis) {
    walk.extents.push_back(shape[axis]);
    walk.strides.push_back(strides[static_cast<std::size_t>(axis)]);
  };
  std::array<bool, Shape::kMaxRank> is_joined{};
  for (const std::int32_t given : axes) {
    const auto axis = axis_of(given, shape.rank());
    if (!axis) {
      throw Error(ExitStatus::invalid,
                  fmt::format("OutOfRangeError: Invalid reduction dimension {} for input with {} "
                              "dimension(s)",
                              given, shape.rank()));
    }
    bool& is_known = is_joined[static_cast<std::size_t>(*axis)];
    if (is_known) {
      KernelContext::invalid(fmt::format("Duplicate reduction dimension {}", given));
    }
    is_known = true;
  }
  Walk joined;
  for (std::size_t i = axes.size(); i-- > 0;) add_to(joined, *axis_of(axes[i], shape.rank()));
  Walk kept;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    if (!is_joined[static_cast<std::size_t>(axis)]) add_to(kept, axis);
  }
  const auto to = context.output_as<std::string>();
  const std::int64_t parts = joined.size();
  for (std::size_t at = 0; at < to.size(); ++at) {
    const std::int64_t begin = kept.offset(static_cast<std::int64_t>(at));
    std::string text;
    for (std::int64_t part = 0; part < parts; ++part) {
      if (part > 0) text += separator;
      text += texts[static_cast<std::size_t>(begin + joined.offset(part))];
    }
    to[at] = std::move(text);
  }
}

void shape_of_joined(ShapeContext& context) {
  const Shape& shape = context.input(0);
  const auto axes = context.value(1);
  const bool keep_dims = context.attributes().boolean("keep_dims");
  if (!shape.has_rank() || !axes) {
    Shape open = Shape::of_unknown_rank();
    if (shape.has_rank() && keep_dims) {
      open = shape;
      for (int axis = 0; axis < shape.rank(); ++axis) open[axis] = Shape::kUnknown;
    }
    context.set_output(0, open);
    return;
  }
  std::array<bool, Shape::kMaxRank> is_joined{};
  for (const std::int32_t given : axes->as<std::int32_t>()) {
    const auto axis = axis_of(given, shape.rank());
    if (!axis) {
      throw ShapeFault{fmt::format("Invalid reduction dimension {} for input with {} dimensions.",
                                   given, shape.rank())};
    }
    is_joined[static_cast<std::size_t>(*axis)] = true;
  }
  std::vector<std::int64_t> extents;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    if (!is_joined[static_cast<std::size_t>(axis)]) {
      extents.push_back(shape[axis]);
    } else if (keep_dims) {
      extents.push_back(1);
    }
  }
  context.set_output(0, Shape(std::span<const std::int64_t>(extents)));
}

}  // namespace

void add_reduce_join(OpCatalog& ops) {
  ops.add({.name = "ReduceJoin",
           .summary = "the texts along some axes, joined into one",
           .inputs = {ArgDef::of("inputs", DType::string), ArgDef::of("axis", DType::int32)},
           .outputs = {ArgDef::of("output", DType::string)},
           .attributes = {{.name = "keep_dims", .kind = AttributeKind::boolean, .otherwise = false},
                          {.name = "separator",
                           .kind = AttributeKind::text,
                           .otherwise = std::string()}},
           .infer_shapes = shape_of_joined,
           .kernels = {{.device = DeviceType::cpu, .run = reduce_join_cpu}},
           .example = R"(nodes:
  - {op: Const, name: words, value: [["graph", "runs"], ["text", "too"]]}
  - {op: ReduceJoin, name: lines, inputs: [words], axis: 1, separator: " "}
fetch: [lines]
)"});
}

}  // namespace graphrun
