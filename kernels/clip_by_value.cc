// ClipByValue: t, but at least clip_value_min and at most clip_value_max. Both are scalars or of
// t's shape. NaN stays NaN; a bound that is NaN is none; where the bounds are in the wrong order
// the lower one wins.

#include "graph/work.h"
#include "kernels/binary_elementwise.h"

namespace graphrun {
namespace {

using Types = TypeList<Half, float, double, std::int8_t, std::int16_t, std::int32_t, std::int64_t,
                       std::uint8_t, std::uint16_t>;

constexpr DTypes kOnGpu = {DType::float16, DType::float32, DType::float64, DType::int8,
                           DType::int16,   DType::int64,   DType::uint8,   DType::uint16};

std::string shape_fault(const Shape& t, const Shape& least, const Shape& most) {
  return "clip_value_min and clip_value_max must be either of the same shape as input, or a "
         "scalar. input shape: " +
         to_string(t) + "clip_value_min shape: " + to_string(least) +
         "clip_value_max shape: " + to_string(most);
}

bool is_scalar(const Shape& shape) { return shape.has_rank() && shape.rank() == 0; }

void shape_of_clipped(ShapeContext& context) {
  const Shape& t = context.input(0);
  for (const Shape& bound : {context.input(1), context.input(2)}) {
    if (!is_scalar(bound) && !t.is_compatible_with(bound)) {
      throw ShapeFault{shape_fault(t, context.input(1), context.input(2))};
    }
  }
  context.set_output(0, t);
}

// The lower bound of each element, then the upper one; the comparisons are std::min's and
// std::max's, which decides what becomes of NaN.
template <typename T>
T clipped(T t, T least, T most) {
  const T below = Operand<T>(most) < Operand<T>(t) ? most : t;
  return Operand<T>(below) < Operand<T>(least) ? least : below;
}

template <typename T>
void clip(const Tensor& t, const Tensor& least, const Tensor& most, const Tensor& output) {
  const T* x = static_cast<const T*>(t.data());
  const T* low = static_cast<const T*>(least.data());
  const T* high = static_cast<const T*>(most.data());
  T* y = static_cast<T*>(output.data());
  const std::int64_t low_step = is_scalar(least.shape()) ? 0 : 1;
  const std::int64_t high_step = is_scalar(most.shape()) ? 0 : 1;
  parallel_for(output.elements(), kElementwiseGrain, [&](std::int64_t first, std::int64_t end) {
    if (low_step == 0 && high_step == 0) {
      const T at_least = *low;
      const T at_most = *high;
      for (std::int64_t i = first; i < end; ++i) y[i] = clipped(x[i], at_least, at_most);
    } else {
      for (std::int64_t i = first; i < end; ++i) {
        y[i] = clipped(x[i], low[i * low_step], high[i * high_step]);
      }
    }
  });
}

void clip_by_value_cpu(KernelContext& context) {
  const Tensor& t = context.input(0);
  const Tensor& least = context.input(1);
  const Tensor& most = context.input(2);
  for (const Tensor* bound : {&least, &most}) {
    if (!is_scalar(bound->shape()) && bound->shape() != t.shape()) {
      KernelContext::invalid(shape_fault(t.shape(), least.shape(), most.shape()));
    }
  }
  const Tensor& output = context.output();
  if (output.elements() == 0) return;
  Types::visit(output.dtype(), [&]<typename T>(std::type_identity<T>) {
    run_shared(output.elements(), [&] { clip<T>(t, least, most, output); });
  });
}

}  // namespace

void add_clip_by_value(OpCatalog& ops) {
  ops.add(
      {.name = "ClipByValue",
       .summary = "t, but at least clip_value_min and at most clip_value_max",
       .inputs = {ArgDef::typed("t"), ArgDef::typed("clip_value_min"),
                  ArgDef::typed("clip_value_max")},
       .outputs = {ArgDef::typed("output")},
       .type_attributes = {{.name = "T", .allowed = kNumberTypes}},
       .infer_shapes = shape_of_clipped,
       .work = per_output_element<2>,
       .kernels = {{.device = DeviceType::cpu, .types = {Types::kDTypes}, .run = clip_by_value_cpu},
                   {.device = DeviceType::gpu, .types = {kOnGpu}},
                   {.device = DeviceType::gpu,
                    .types = {{DType::int32}},
                    .host_inputs = {0, 1, 2},
                    .host_outputs = {0}}},
       .example = R"(nodes:
  - {op: Const, name: t, value: [-2.0, 0.5, 3.0]}
  - {op: ClipByValue, name: y, inputs: [t], clip_value_min: 0.0, clip_value_max: 1.0}
fetch: [y]
)"});
}

}  // namespace graphrun
