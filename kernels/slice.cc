// Slice: a part of a tensor, from `begin` on and `size` long; -1 is all that is left.

#include <fmt/format.h>

#include "graph/work.h"
#include "kernels/index_values.h"
#include "kernels/strided_copy.h"

namespace graphrun {
namespace {

// REQUIRES: input.has_rank(). An extent that is not known stays so where the size is -1.
Shape part_to_take(const Shape& input, const std::vector<std::int64_t>& begin,
                   const std::vector<std::int64_t>& size) {
  const auto rank = static_cast<std::size_t>(input.rank());
  if (begin.size() != rank || size.size() != rank) {
    throw ShapeFault{fmt::format(
        "Expected begin and size arguments to be 1-D tensors of size {}, but got shapes "
        "[{}] and [{}] instead.",
        rank, begin.size(), size.size())};
  }
  Shape part = input;
  for (std::size_t i = 0; i < rank; ++i) {
    const int axis = static_cast<int>(i);
    const std::int64_t extent = input[axis];
    const bool is_known = extent != Shape::kUnknown;
    if (begin[i] < 0 || (is_known && begin[i] > extent)) {
      throw ShapeFault{
          fmt::format("Expected begin[{}] in [0, {}], but got {}", i, extent, begin[i])};
    }
    if (size[i] == -1) {
      part[axis] = is_known ? extent - begin[i] : Shape::kUnknown;
    } else if (size[i] < 0 || (is_known && size[i] > extent - begin[i])) {
      throw ShapeFault{fmt::format("Expected size[{}] in [0, {}], but got {}", i,
                                   is_known ? extent - begin[i] : extent, size[i])};
    } else {
      part[axis] = size[i];
    }
  }
  return part;
}

void infer(ShapeContext& context) {
  expect_rank(context.input(1), 1);
  expect_rank(context.input(2), 1);
  const Shape& input = context.input(0);
  const auto begin = known_integers(context, 1);
  const auto size = known_integers(context, 2);
  if (input.has_rank() && begin && size) {
    context.set_output(0, part_to_take(input, *begin, *size));
  } else if (input.has_rank()) {
    Shape part = open_shape(input.rank());
    if (size && size->size() == static_cast<std::size_t>(input.rank())) {
      for (int axis = 0; axis < input.rank(); ++axis) {
        const std::int64_t extent = (*size)[static_cast<std::size_t>(axis)];
        if (extent >= 0) part[axis] = extent;
      }
    }
    context.set_output(0, part);
  } else {
    context.set_output(0, Shape::of_unknown_rank());
  }
}

void slice_cpu(KernelContext& context) {
  const Tensor& input = context.input(0);
  const auto begin = integers_of(context.input(1));
  const auto size = integers_of(context.input(2));
  const Shape part = planned_now([&] { return part_to_take(input.shape(), begin, size); });
  if (part == input.shape()) {
    context.set_output(0, input);
    return;
  }
  const Tensor& output = context.output();
  const auto from_steps = steps_of(input.shape());
  const auto to_steps = steps_of(part);
  StridedCopy copy;
  for (std::size_t i = 0; i < begin.size(); ++i) {
    copy.from_first += begin[i] * from_steps[i];
    copy.add_axis(part[static_cast<int>(i)], from_steps[i], to_steps[i]);
  }
  strided_copy(context, input.dtype(), input.data(), output.data(), copy);
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: x, value: [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]}
  - {op: Slice, name: y, inputs: [x], begin: [0, 1], size: [-1, 2]}
fetch: [y]
)";

constexpr DTypes kOnGpu = kFloatTypes | DTypes{DType::boolean, DType::int8, DType::int64};

}  // namespace

void add_slice(OpCatalog& ops) {
  ops.add({.name = "Slice",
           .summary = "a part of a tensor, from begin on and size long; -1 is all that is left",
           .inputs = {ArgDef::typed("input"), ArgDef::typed("begin", 1), ArgDef::typed("size", 1)},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "T"}, {.name = "Index", .allowed = kIndexTypes}},
           .infer_shapes = infer,
           .work = moves_output,
           .kernels = {{.device = DeviceType::cpu, .types = {kTensorTypes}, .run = slice_cpu},
                       {.device = DeviceType::gpu, .types = {kOnGpu}, .host_inputs = {1, 2}},
                       {.device = DeviceType::gpu,
                        .types = {{DType::int32}},
                        .host_inputs = {0, 1, 2},
                        .host_outputs = {0}}},
           .passes_on = PassesOn::alike_input,
           .example = kExample});
}

}  // namespace graphrun
