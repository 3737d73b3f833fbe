// Reshape: the same elements in another shape, of which one extent may be left open as -1.

#include <fmt/format.h>

#include "graph/work.h"
#include "kernels/index_values.h"

namespace graphrun {
namespace {

struct Wanted {
  Shape shape;         // with kUnknown where it is left open
  int open_axis = -1;  // -1: none is
};

Wanted wanted_shape(const std::vector<std::int64_t>& extents) {
  expect_few_dimensions(static_cast<std::int64_t>(extents.size()));
  Wanted wanted;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    if (extents[i] < -1) {
      throw ShapeFault{fmt::format("Size {} must be non-negative, not {}", i, extents[i])};
    }
    if (extents[i] != -1) continue;
    if (wanted.open_axis >= 0) {
      throw ShapeFault{
          fmt::format("Only one input size may be -1, not both {} and {}", wanted.open_axis, i)};
    }
    wanted.open_axis = static_cast<int>(i);
  }
  wanted.shape = Shape(extents);
  return wanted;
}

// The product of the extents that are given; faults where it does not fit.
std::int64_t given_elements(const Wanted& wanted) {
  Shape given = wanted.shape;
  if (wanted.open_axis >= 0) given[wanted.open_axis] = 1;
  const auto elements = given.checked_elements();
  if (!elements) throw ShapeFault{"Shape " + to_string(wanted.shape) + " has too many elements"};
  return *elements;
}

// The shape of `elements` elements.
Shape filled_in(const Wanted& wanted, std::int64_t elements) {
  const std::int64_t given = given_elements(wanted);
  Shape shape = wanted.shape;
  if (wanted.open_axis >= 0) {
    if (given == 0) {
      if (elements != 0) {
        throw ShapeFault{
            fmt::format("Cannot reshape a tensor with {} elements to shape {} (0 "
                        "elements)",
                        elements, to_string(shape))};
      }
      throw ShapeFault{
          "reshape cannot infer the missing input size for an empty tensor unless all specified "
          "input sizes are non-zero"};
    }
    if (elements % given != 0) {
      throw ShapeFault{
          fmt::format("Dimension size must be evenly divisible by {} but is {}", given, elements)};
    }
    shape[wanted.open_axis] = elements / given;
  } else if (given != elements) {
    throw ShapeFault{
        fmt::format("Cannot reshape a tensor with {} elements to shape {} ({} "
                    "elements)",
                    elements, to_string(shape), given)};
  }
  return shape;
}

void infer(ShapeContext& context) {
  expect_rank(context.input(1), 1);
  const auto extents = known_integers(context, 1);
  if (!extents) {
    const Shape& list = context.input(1);
    const bool rank_is_known = list.has_rank() && list[0] != Shape::kUnknown;
    if (rank_is_known) expect_few_dimensions(list[0]);
    context.set_output(
        0, rank_is_known ? open_shape(static_cast<int>(list[0])) : Shape::of_unknown_rank());
    return;
  }
  const Wanted wanted = wanted_shape(*extents);
  const Shape& input = context.input(0);
  const auto elements = input.is_complete() ? input.checked_elements() : std::nullopt;
  context.set_output(0, elements ? filled_in(wanted, *elements) : wanted.shape);
}

// TensorFlow's words for what is seen only now are others.
void expect_to_fit(const Wanted& wanted, std::int64_t elements) {
  const std::int64_t given = given_elements(wanted);
  if (wanted.open_axis < 0 && given != elements) {
    throw ShapeFault{
        fmt::format("Input to reshape is a tensor with {} values, but the requested shape has {}",
                    elements, given)};
  }
  if (wanted.open_axis >= 0 && given != 0 && elements % given != 0) {
    throw ShapeFault{fmt::format(
        "Input to reshape is a tensor with {} values, but the requested shape requires a multiple "
        "of {}",
        elements, given)};
  }
}

void reshape_cpu(KernelContext& context) {
  const Tensor& tensor = context.input(0);
  const Shape shape = planned_now([&] {
    const Wanted wanted = wanted_shape(integers_of(context.input(1)));
    expect_to_fit(wanted, tensor.elements());
    return filled_in(wanted, tensor.elements());
  });
  context.set_output(0, reshaped(tensor, shape));
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: x, value: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]}
  - {op: Reshape, name: y, inputs: [x], shape: [2, -1]}
fetch: [y]
)";

}  // namespace

void add_reshape(OpCatalog& ops) {
  ops.add(
      {.name = "Reshape",
       .summary = "the same elements in another shape; -1 stands for what is left",
       .inputs = {ArgDef::typed("tensor"), ArgDef::typed("shape", 1)},
       .outputs = {ArgDef::typed("output")},
       .type_attributes = {{.name = "T"},
                           {.name = "Tshape", .allowed = kIndexTypes, .otherwise = DType::int32}},
       .infer_shapes = infer,
       .work = passes_on,
       .kernels = {{.device = DeviceType::cpu, .run = reshape_cpu},
                   {.device = DeviceType::gpu,
                    .types = {kGpuNumberTypes | DTypes{DType::boolean}},
                    .host_inputs = {1}},
                   {.device = DeviceType::gpu,
                    .types = {{DType::int32}},
                    .host_inputs = {0, 1},
                    .host_outputs = {0}}},
       .passes_on = PassesOn::inputs,
       .example = kExample});
}

}  // namespace graphrun
