// MatrixBandPart: matrices with zeros outside a band around the diagonal.

#include <fmt/format.h>

#include <algorithm>

#include "graph/work.h"
#include "kernels/element_bytes.h"
#include "kernels/index_values.h"
#include "runtime/compute_share.h"
#include "runtime/parallel_for.h"

namespace graphrun {
namespace {

constexpr std::int64_t kGrain = 32 * 1024;  // elements

// Throws ShapeFault for a band that is wider than the matrix. Negative: without bounds.
void expect_band(const Shape& matrices, std::int64_t lower, std::int64_t upper) {
  const std::int64_t rows = matrices[matrices.rank() - 2];
  const std::int64_t columns = matrices[matrices.rank() - 1];
  if (rows != Shape::kUnknown && lower > rows) {
    throw ShapeFault{fmt::format(
        "num_lower must be negative or less or equal to number of rows ({}) got: {}", rows, lower)};
  }
  if (columns != Shape::kUnknown && upper > columns) {
    throw ShapeFault{
        fmt::format("num_upper must be negative or less or equal to number of columns ({}) got: {}",
                    columns, upper)};
  }
}

void infer(ShapeContext& context) {
  const Shape& input = context.input(0);
  expect_rank_at_least(input, 2);
  expect_rank(context.input(1), 0);
  expect_rank(context.input(2), 0);
  const auto lower = known_integer(context, 1);
  const auto upper = known_integer(context, 2);
  if (input.has_rank() && lower && upper) expect_band(input, *lower, *upper);
  context.set_output(0, input);
}

void band_part_cpu(KernelContext& context) {
  const Tensor& input = context.input(0);
  const Shape& shape = input.shape();
  const std::int64_t lower = integer_of(context.input(1), "num_lower");
  const std::int64_t upper = integer_of(context.input(2), "num_upper");
  planned_now([&] {
    expect_rank_at_least(shape, 2);
    expect_band(shape, lower, upper);
  });
  const Tensor& output = context.output();
  if (output.elements() == 0) return;
  const std::int64_t rows = shape[shape.rank() - 2];
  const std::int64_t columns = shape[shape.rank() - 1];
  const auto clear_outside = [&]<typename E>(std::type_identity<E>) {
    if constexpr (std::is_trivially_copyable_v<E>) {
      const E* from = static_cast<const E*>(input.data());
      E* to = static_cast<E*>(output.data());
      const std::int64_t grain = std::max<std::int64_t>(1, kGrain / columns);
      parallel_for(output.elements() / columns, grain, [&](std::int64_t first, std::int64_t end) {
        for (std::int64_t row = first; row < end; ++row) {
          const std::int64_t i = row % rows;
          const std::int64_t begin =
              lower < 0 ? 0 : std::clamp<std::int64_t>(i - lower, 0, columns);
          const std::int64_t stop =
              upper < 0 ? columns : std::clamp<std::int64_t>(i + upper + 1, begin, columns);
          E* line = to + row * columns;
          std::fill(line, line + begin, E{});
          std::copy(from + row * columns + begin, from + row * columns + stop, line + begin);
          std::fill(line + stop, line + columns, E{});
        }
      });
    }
  };
  if (output.elements() < 2 * kGrain) {
    for_element_bytes(output.dtype(), clear_outside);
  } else {
    const ComputeShare share;
    for_element_bytes(output.dtype(), clear_outside);
  }
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: x, value: [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]}
  - {op: MatrixBandPart, name: lower_triangle, inputs: [x], num_lower: -1, num_upper: 0}
fetch: [lower_triangle]
)";

constexpr DTypes kTypes = kNumberTypes | DTypes{DType::boolean};

}  // namespace

void add_matrix_band_part(OpCatalog& ops) {
  ops.add(
      {.name = "MatrixBandPart",
       .summary = "matrices with zeros outside a band around the diagonal",
       .inputs = {ArgDef::typed("input"), ArgDef::typed("num_lower", 1),
                  ArgDef::typed("num_upper", 1)},
       .outputs = {ArgDef::typed("band")},
       .type_attributes = {{.name = "T"},
                           {.name = "Tindex", .allowed = kIndexTypes, .otherwise = DType::int64}},
       .infer_shapes = infer,
       .work = moves_all,
       .kernels = {{.device = DeviceType::cpu, .types = {kTypes}, .run = band_part_cpu},
                   {.device = DeviceType::gpu,
                    .types = {kGpuFloatTypes | DTypes{DType::boolean}},
                    .host_inputs = {1, 2}}},
       .example = kExample});
}

}  // namespace graphrun
