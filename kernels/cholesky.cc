// Cholesky: the lower triangular L with L Lᵀ = A, for symmetric positive definite matrices. What
// stands above the diagonal of A is not read.

#include "graph/work.h"
#include "kernels/dense/dense_algebra.h"
#include "kernels/square_matrices.h"

namespace graphrun {
namespace {

constexpr const char* kFailure =
    "Cholesky decomposition was not successful. The input might not be valid.";

void cholesky_cpu(KernelContext& context) {
  if (context.type() == DType::float32) {
    for_each_square_matrix<float>(context, kFailure, dense_algebra().factor_f32);
  } else {
    for_each_square_matrix<double>(context, kFailure, dense_algebra().factor_f64);
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
