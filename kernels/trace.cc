// Trace: the sum of each matrix's diagonal. tf.linalg.trace, which in TensorFlow is MatrixDiagPart
// and Sum; here it is one op.

#include <algorithm>

#include "kernels/for_dtype.h"
#include "kernels/index_values.h"

namespace graphrun {
namespace {

void infer(ShapeContext& context) {
  const Shape& x = context.input(0);
  expect_rank_at_least(x, 2);
  context.set_output(0, x.has_rank() ? part_of(x, 0, x.rank() - 2) : Shape::of_unknown_rank());
}

// float32 is summed in float64, so that the order of a sum does not show.
template <typename T>
using Sum = std::conditional_t<std::is_same_v<T, float>, double, Arithmetic<T>>;

void trace_cpu(KernelContext& context) {
  const Tensor& x = context.input(0);
  const Shape& shape = x.shape();
  planned_now([&] { expect_rank_at_least(shape, 2); });
  const Tensor& output = context.output();
  const std::int64_t rows = shape[shape.rank() - 2];
  const std::int64_t columns = shape[shape.rank() - 1];
  for_number_type(x.dtype(), [&]<typename T>(std::type_identity<T>) {
    const T* matrix = static_cast<const T*>(x.data());
    T* to = static_cast<T*>(output.data());
    for (std::int64_t m = 0; m < output.elements(); ++m, matrix += rows * columns) {
      Sum<T> sum = 0;
      for (std::int64_t i = 0; i < std::min(rows, columns); ++i) {
        sum += Sum<T>(matrix[i * columns + i]);
      }
      to[m] = T(sum);
    }
  });
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: x, value: [[1.0, 2.0], [3.0, 4.0]]}
  - {op: Trace, name: y, inputs: [x]}
fetch: [y]
)";

}  // namespace

void add_trace(OpCatalog& ops) {
  ops.add({.name = "Trace",
           .summary = "the sum of each matrix's diagonal (tf.linalg.trace)",
           .inputs = {ArgDef::typed("x")},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "T", .allowed = kNumberTypes}},
           .infer_shapes = infer,
           .kernels = {{.device = DeviceType::cpu, .types = {kNumberTypes}, .run = trace_cpu},
                       {.device = DeviceType::gpu, .types = {kGpuFloatTypes}}},
           .example = kExample});
}

}  // namespace graphrun
