// MatrixInverse: the inverses of square matrices, or of their transposes.

#include <cmath>
#include <vector>

#include "graph/work.h"
#include "kernels/square_matrices.h"

namespace graphrun {
namespace {

template <typename T>
std::int64_t row_of_pivot(const T* matrix, std::int64_t n, std::int64_t k) {
  std::int64_t best = k;
  for (std::int64_t i = k + 1; i < n; ++i) {
    if (std::abs(matrix[i * n + k]) > std::abs(matrix[best * n + k])) best = i;
  }
  return best;
}

// Subtracts row k, times each row's element of column k, from all rows but k itself. The place of
// that element takes the inverse's.
template <typename T>
void eliminate(T* matrix, std::int64_t n, std::int64_t k) {
  T* const pivot_row = matrix + k * n;
  const T scale = T{1} / pivot_row[k];
  pivot_row[k] = 1;
  for (std::int64_t j = 0; j < n; ++j) pivot_row[j] *= scale;
  parallel_for(n, kMatrixGrain / n, [&](std::int64_t first, std::int64_t end) {
    for (std::int64_t i = first; i < end; ++i) {
      if (i == k) continue;
      T* row = matrix + i * n;
      const T factor = row[k];
      row[k] = 0;
      for (std::int64_t j = 0; j < n; ++j) row[j] -= factor * pivot_row[j];
    }
  });
}

// Gauss and Jordan's elimination with partial pivoting, in place.
template <typename T>
bool invert(T* matrix, std::int64_t n) {
  std::vector<std::int64_t> swapped_with(static_cast<std::size_t>(n));
  for (std::int64_t k = 0; k < n; ++k) {
    const std::int64_t pivot = row_of_pivot(matrix, n, k);
    if (!(std::abs(matrix[pivot * n + k]) > 0)) return false;  // NaN too
    swapped_with[static_cast<std::size_t>(k)] = pivot;
    if (pivot != k) std::swap_ranges(matrix + k * n, matrix + (k + 1) * n, matrix + pivot * n);
    eliminate(matrix, n, k);
  }
  // Rows that changed places are columns of the inverse that did.
  for (std::int64_t k = n - 1; k >= 0; --k) {
    const std::int64_t pivot = swapped_with[static_cast<std::size_t>(k)];
    if (pivot == k) continue;
    for (std::int64_t i = 0; i < n; ++i) std::swap(matrix[i * n + k], matrix[i * n + pivot]);
  }
  return true;
}

template <typename T>
void invert_all(KernelContext& context) {
  const bool transpose = context.attributes().boolean("adjoint");
  for_each_square_matrix<T>(context, "Input is not invertible.",
                            [&](const T* from, T* to, std::int64_t n) {
                              if (transpose) {
                                for (std::int64_t i = 0; i < n; ++i) {
                                  for (std::int64_t j = 0; j < n; ++j)
                                    to[j * n + i] = from[i * n + j];
                                }
                              } else {
                                std::copy(from, from + n * n, to);
                              }
                              return invert(to, n);
                            });
}

void matrix_inverse_cpu(KernelContext& context) {
  if (context.type() == DType::float32) {
    invert_all<float>(context);
  } else {
    invert_all<double>(context);
  }
}

constexpr DTypes kTypes = {DType::float32, DType::float64};

Work work_of_inverse(const WorkContext& context) {
  const Shape& a = context.input(0).shape;
  const auto extent = static_cast<double>(a[a.rank() - 1]);
  return computes(context, 2 * extent * context.output().elements());
}

}  // namespace

void add_matrix_inverse(OpCatalog& ops) {
  ops.add({.name = "MatrixInverse",
           .summary = "the inverses of square matrices, or of their transposes",
           .inputs = {ArgDef::typed("input")},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "T", .allowed = kTypes | DTypes{DType::float16}}},
           .attributes = {{.name = "adjoint", .kind = AttributeKind::boolean, .otherwise = false}},
           .infer_shapes = same_square_matrices,
           .work = work_of_inverse,
           .kernels = {{.device = DeviceType::cpu, .types = {kTypes}, .run = matrix_inverse_cpu},
                       {.device = DeviceType::gpu, .types = {kTypes}}},
           .example = R"(# The inverse of a matrix of 2 x 2.
nodes:
  - {op: Const, name: a, shape: [2, 2], value: [4.0, 7.0, 2.0, 6.0]}
  - {op: MatrixInverse, name: inverse, inputs: [a]}
fetch: [inverse]
)"});
}

}  // namespace graphrun
