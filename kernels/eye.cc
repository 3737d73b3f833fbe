// Eye: identity matrices. tf.eye, which in TensorFlow is Fill and MatrixDiag; here it is one op.

#include <fmt/format.h>

#include <algorithm>

#include "graph/work.h"
#include "kernels/for_dtype.h"
#include "kernels/index_values.h"
#include "kernels/strided_copy.h"

namespace graphrun {
namespace {

struct Matrix {
  std::int64_t rows;
  std::int64_t columns;
};

// As many columns as rows where the file does not say.
Matrix matrix_of(const Attributes& attributes) {
  const std::int64_t rows = attributes.integer("num_rows");
  const AttributeValue* columns = attributes.find("num_columns");
  return {rows, columns == nullptr ? rows : std::get<std::int64_t>(*columns)};
}

void infer(ShapeContext& context) {
  const Matrix matrix = matrix_of(context.attributes());
  if (matrix.rows < 0 || matrix.columns < 0) {
    throw ShapeFault{fmt::format("num_rows and num_columns must be >= 0, but are {} and {}",
                                 matrix.rows, matrix.columns)};
  }
  const Shape& batch = context.attributes().shape("batch_shape");
  if (!batch.is_complete()) {
    throw ShapeFault{"batch_shape must be known, but is " + to_string(batch)};
  }
  context.set_output(0, joined(batch, Shape{matrix.rows, matrix.columns}));
}

void eye_cpu(KernelContext& context) {
  const Tensor& output = context.output();
  if (output.elements() == 0) return;
  clear_elements(context, output.data(), output.bytes());
  const auto [rows, columns] = matrix_of(context.attributes());
  const std::int64_t diagonal = std::min(rows, columns);
  const std::int64_t size = rows * columns;
  const std::int64_t step = columns + 1;
  const auto set_ones = [&]<typename T>(std::type_identity<T>) {
    T* matrix = static_cast<T*>(output.data());
    for (std::int64_t at = 0; at < output.elements(); at += size) {
      for (std::int64_t i = 0; i < diagonal; ++i) matrix[at + i * step] = T(1);
    }
  };
  if (output.dtype() == DType::boolean) {
    set_ones(std::type_identity<bool>{});
  } else {
    for_number_type(output.dtype(), set_ones);
  }
}

constexpr const char* kExample = R"(nodes:
  - {op: Eye, name: square, num_rows: 3}
  - {op: Eye, name: wide, num_rows: 2, num_columns: 4, dtype: int32}
fetch: [square, wide]
)";

constexpr DTypes kTypes = kNumberTypes | DTypes{DType::boolean};

}  // namespace

void add_eye(OpCatalog& ops) {
  ops.add(
      {.name = "Eye",
       .summary = "identity matrices (tf.eye)",
       .outputs = {ArgDef::typed("output")},
       .type_attributes = {{.name = "dtype", .allowed = kTypes, .otherwise = DType::float32}},
       .attributes = {{.name = "num_rows", .kind = AttributeKind::integer},
                      {.name = "num_columns", .kind = AttributeKind::integer, .optional = true},
                      {.name = "batch_shape", .kind = AttributeKind::shape, .otherwise = Shape{}}},
       .infer_shapes = infer,
       .work = only_writes,
       .kernels = {{.device = DeviceType::cpu, .types = {kTypes}, .run = eye_cpu},
                   {.device = DeviceType::gpu, .types = {kGpuFloatTypes}}},
       .example = kExample});
}

}  // namespace graphrun
