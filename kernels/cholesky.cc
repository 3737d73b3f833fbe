// Cholesky: the lower triangular L with L Lᵀ = A, for symmetric positive definite matrices. What
// stands above the diagonal of A is not read.

#include <cmath>
#include <vector>

#include "graph/work.h"
#include "kernels/square_matrices.h"

namespace graphrun {
namespace {

// Column by column; each is subtracted from the rows that are left.
template <typename T>
bool factor(const T* from, T* to, std::int64_t n) {
  for (std::int64_t row = 0; row < n; ++row) {
    std::copy(from + row * n, from + row * n + row + 1, to + row * n);
    std::fill(to + row * n + row + 1, to + (row + 1) * n, T{0});
  }
  std::vector<T> column(static_cast<std::size_t>(n));
  T* const c = column.data();
  for (std::int64_t k = 0; k < n; ++k) {
    const T pivot = to[k * n + k];
    if (pivot <= 0) return false;
    const T root = std::sqrt(pivot);
    to[k * n + k] = root;
    for (std::int64_t i = k + 1; i < n; ++i) c[i] = to[i * n + k] /= root;
    const std::int64_t left = n - k - 1;
    parallel_for(left, kMatrixGrain / std::max<std::int64_t>(left, 1),
                 [&](std::int64_t first, std::int64_t end) {
                   for (std::int64_t i = k + 1 + first; i < k + 1 + end; ++i) {
                     T* row = to + i * n;
                     const T scale = c[i];
                     for (std::int64_t j = k + 1; j <= i; ++j) row[j] -= scale * c[j];
                   }
                 });
  }
  return true;
}

constexpr const char* kFailure =
    "Cholesky decomposition was not successful. The input might not be valid.";

void cholesky_cpu(KernelContext& context) {
  if (context.type() == DType::float32) {
    for_each_square_matrix<float>(context, kFailure, factor<float>);
  } else {
    for_each_square_matrix<double>(context, kFailure, factor<double>);
  }
}

constexpr DTypes kTypes = {DType::float32, DType::float64};

Work work_of_cholesky(const WorkContext& context) {
  const Shape& a = context.input(0).shape;
  const auto extent = static_cast<double>(a[a.rank() - 1]);
  return computes(context, extent / 3 * context.output().elements());
}

}  // namespace

void add_cholesky(OpCatalog& ops) {
  ops.add({.name = "Cholesky",
           .summary = "the lower triangular L with L Lᵀ = A",
           .inputs = {ArgDef::typed("input")},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "T", .allowed = kTypes | DTypes{DType::float16}}},
           .infer_shapes = same_square_matrices,
           .work = work_of_cholesky,
           .kernels = {{.device = DeviceType::cpu, .types = {kTypes}, .run = cholesky_cpu},
                       {.device = DeviceType::gpu, .types = {kTypes}}},
           .example = R"(# The factor of a matrix of 2 x 2.
nodes:
  - {op: Const, name: a, shape: [2, 2], value: [4.0, 2.0, 2.0, 5.0]}
  - {op: Cholesky, name: l, inputs: [a]}
fetch: [l]
)"});
}

}  // namespace graphrun
