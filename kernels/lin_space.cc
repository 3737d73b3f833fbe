// LinSpace: `num` numbers at equal distances, from start to stop, both included.

#include <fmt/format.h>

#include "graph/work.h"
#include "kernels/for_dtype.h"
#include "kernels/index_values.h"

namespace graphrun {
namespace {

constexpr DTypes kTypes = {DType::bfloat16, DType::float32, DType::float64};

void infer(ShapeContext& context) {
  for (int i = 0; i < 3; ++i) expect_rank(context.input(i), 0);
  const auto num = known_integer(context, 2);
  if (num && *num <= 0) throw ShapeFault{fmt::format("Requires num > 0: {}", *num)};
  context.set_output(0, Shape{num.value_or(Shape::kUnknown)});
}

void lin_space_cpu(KernelContext& context) {
  expect_one_element(context.input(0), "start");
  expect_one_element(context.input(1), "stop");
  const Tensor& output = context.output();
  for_number_type(output.dtype(), [&]<typename T>(std::type_identity<T>) {
    using A = Arithmetic<T>;
    T* to = static_cast<T*>(output.data());
    const std::int64_t num = output.elements();
    const T start = context.input_as<T>(0)[0];
    const T stop = context.input_as<T>(1)[0];
    to[0] = start;
    if (num == 1) return;
    const auto step = A(T((A(stop) - A(start)) / static_cast<A>(num - 1)));
    for (std::int64_t i = 1; i < num - 1; ++i) to[i] = T(A(start) + step * static_cast<A>(i));
    to[num - 1] = stop;
  });
}

constexpr const char* kExample = R"(nodes:
  - {op: LinSpace, name: y, start: 0.0, stop: 1.0, num: 5}
fetch: [y]
)";

}  // namespace

void add_lin_space(OpCatalog& ops) {
  ops.add({.name = "LinSpace",
           .summary = "num numbers at equal distances, from start to stop",
           .inputs = {ArgDef::typed("start"), ArgDef::typed("stop"), ArgDef::typed("num", 1)},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "T", .allowed = kTypes},
                               {.name = "Tidx", .allowed = kIndexTypes, .otherwise = DType::int32}},
           .infer_shapes = infer,
           .work = only_writes,
           .kernels = {{.device = DeviceType::cpu, .types = {kTypes}, .run = lin_space_cpu},
                       {.device = DeviceType::gpu,
                        .types = {{DType::float32, DType::float64}},
                        .host_inputs = {0, 1, 2},
                        .host_outputs = {0}}},
           .example = kExample});
}

}  // namespace graphrun
