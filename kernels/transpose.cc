// Transpose: the axes in another order.

#include <fmt/format.h>

#include "graph/work.h"
#include "kernels/index_values.h"
#include "kernels/strided_copy.h"

namespace graphrun {
namespace {

// Throws ShapeFault unless `perm` names each of `rank` axes once.
void expect_permutation(const std::vector<std::int64_t>& perm, int rank) {
  if (static_cast<int>(perm.size()) != rank) {
    throw ShapeFault{fmt::format("Dimension must be {} but is {}", perm.size(), rank)};
  }
  std::vector<bool> is_named(perm.size(), false);
  for (const std::int64_t axis : perm) {
    if (axis < 0 || axis >= rank) {
      throw ShapeFault{fmt::format("perm dim {} is out of range of input rank {}", axis, rank)};
    }
    is_named[static_cast<std::size_t>(axis)] = true;
  }
  for (std::size_t i = 0; i < perm.size(); ++i) {
    if (is_named[i]) continue;
    throw ShapeFault{fmt::format("{} is missing from {{{}}}.", i, fmt::join(perm, ","))};
  }
}

void infer(ShapeContext& context) {
  const Shape& x = context.input(0);
  expect_rank(context.input(1), 1);
  const auto perm = known_integers(context, 1);
  if (!x.has_rank()) {
    context.set_output(
        0, perm ? open_shape(static_cast<int>(perm->size())) : Shape::of_unknown_rank());
    return;
  }
  Shape y = open_shape(x.rank());
  if (perm) {
    expect_permutation(*perm, x.rank());
    for (int axis = 0; axis < x.rank(); ++axis) {
      y[axis] = x[static_cast<int>((*perm)[static_cast<std::size_t>(axis)])];
    }
  }
  context.set_output(0, y);
}

// Whether the elements stay where they are: only axes of extent 1 move.
bool keeps_order(const std::vector<std::int64_t>& perm, const Shape& shape) {
  std::int64_t last = -1;
  for (const std::int64_t axis : perm) {
    if (shape[static_cast<int>(axis)] == 1) continue;
    if (axis < last) return false;
    last = axis;
  }
  return true;
}

void transpose_cpu(KernelContext& context) {
  const Tensor& x = context.input(0);
  const std::vector<std::int64_t> perm = integers_of(context.input(1));
  planned_now([&] {
    expect_few_dimensions(static_cast<std::int64_t>(perm.size()));
    expect_permutation(perm, x.shape().rank());
  });
  if (keeps_order(perm, x.shape())) {
    Shape shape = x.shape();
    for (int axis = 0; axis < shape.rank(); ++axis) {
      shape[axis] = x.shape()[static_cast<int>(perm[static_cast<std::size_t>(axis)])];
    }
    context.set_output(0, reshaped(x, shape));
    return;
  }
  const Tensor& y = context.output();
  const auto x_steps = steps_of(x.shape());
  const auto y_steps = steps_of(y.shape());
  StridedCopy copy;
  for (std::size_t i = 0; i < perm.size(); ++i) {
    copy.add_axis(y.shape()[static_cast<int>(i)], x_steps[static_cast<std::size_t>(perm[i])],
                  y_steps[i]);
  }
  strided_copy(context, x.dtype(), x.data(), y.data(), copy);
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: x, value: [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]}
  - {op: Transpose, name: y, inputs: [x], perm: [1, 0]}
fetch: [y]
)";

}  // namespace

void add_transpose(OpCatalog& ops) {
  ops.add(
      {.name = "Transpose",
       .summary = "the axes in another order: axis i of the result is axis perm[i] of x",
       .inputs = {ArgDef::typed("x"), ArgDef::typed("perm", 1)},
       .outputs = {ArgDef::typed("y")},
       .type_attributes = {{.name = "T"},
                           {.name = "Tperm", .allowed = kIndexTypes, .otherwise = DType::int32}},
       .infer_shapes = infer,
       .work = moves_all,
       .kernels = {{.device = DeviceType::cpu, .types = {kTensorTypes}, .run = transpose_cpu},
                   {.device = DeviceType::gpu,
                    .types = {kGpuNumberTypes | DTypes{DType::int32, DType::boolean}},
                    .host_inputs = {1}}},
       .example = kExample});
}

}  // namespace graphrun
