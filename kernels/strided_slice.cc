// StridedSlice: what Python's x[1:, ::-1, ..., None, 2] takes of a tensor.

#include "graph/work.h"
#include "kernels/index_values.h"
#include "kernels/slice_spec.h"
#include "kernels/strided_copy.h"

namespace graphrun {
namespace {

void infer(ShapeContext& context) {
  for (int i = 1; i <= 3; ++i) expect_rank(context.input(i), 1);
  const Shape& input = context.input(0);
  const auto begin = known_integers(context, 1);
  const auto end = known_integers(context, 2);
  const auto strides = known_integers(context, 3);
  if (!input.has_rank() || !begin || !end || !strides) {
    context.set_output(0, Shape::of_unknown_rank());
    return;
  }
  context.set_output(0, resolve({context.attributes(), *begin, *end, *strides}, input).result);
}

void strided_slice_cpu(KernelContext& context) {
  const Tensor& input = context.input(0);
  const SliceSpec spec(context.attributes(), integers_of(context.input(1)),
                       integers_of(context.input(2)), integers_of(context.input(3)));
  const SliceWalk walk = planned_now([&] { return resolve(spec, input.shape()); });
  const Tensor& output = context.output();
  const auto from_steps = steps_of(input.shape());
  const auto to_steps = steps_of(Shape(walk.extent));
  StridedCopy copy;
  for (std::size_t i = 0; i < walk.extent.size(); ++i) {
    copy.from_first += walk.begin[i] * from_steps[i];
    // Of a single index the step is never used, and may be as large as it likes.
    const std::int64_t step = walk.extent[i] > 1 ? walk.stride[i] * from_steps[i] : 0;
    copy.add_axis(walk.extent[i], step, to_steps[i]);
  }
  strided_copy(context, input.dtype(), input.data(), output.data(), copy);
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: x, value: [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]}
  # x[:, ::-1] and x[1, :2]
  - {op: StridedSlice, name: mirrored, inputs: [x], begin: [0, 0], end: [0, 0], strides: [1, -1],
     begin_mask: 3, end_mask: 3}
  - {op: StridedSlice, name: part, inputs: [x], begin: [1, 0], end: [2, 2], strides: [1, 1],
     shrink_axis_mask: 1}
fetch: [mirrored, part]
)";

AttributeDef mask(std::string name) {
  return {.name = std::move(name), .kind = AttributeKind::integer, .otherwise = std::int64_t{0}};
}

constexpr DTypes kOnGpu = kGpuFloatTypes | DTypes{DType::boolean, DType::int8, DType::int64};

}  // namespace

void add_strided_slice(OpCatalog& ops) {
  ops.add(
      {.name = "StridedSlice",
       .summary = "what Python's x[begin:end:stride, ...] takes of a tensor",
       .inputs = {ArgDef::typed("input"), ArgDef::typed("begin", 1), ArgDef::typed("end", 1),
                  ArgDef::typed("strides", 1)},
       .outputs = {ArgDef::typed("output")},
       .type_attributes = {{.name = "T"}, {.name = "Index", .allowed = kIndexTypes}},
       .attributes = {mask("begin_mask"), mask("end_mask"), mask("ellipsis_mask"),
                      mask("new_axis_mask"), mask("shrink_axis_mask")},
       .infer_shapes = infer,
       .work = moves_output,
       .kernels = {{.device = DeviceType::cpu, .types = {kTensorTypes}, .run = strided_slice_cpu},
                   {.device = DeviceType::gpu, .types = {kOnGpu}, .host_inputs = {1, 2, 3}},
                   {.device = DeviceType::gpu,
                    .types = {{DType::int32}},
                    .host_inputs = {0, 1, 2, 3},
                    .host_outputs = {0}}},
       .example = kExample});
}

}  // namespace graphrun
