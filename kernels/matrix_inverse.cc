// MatrixInverse: the inverses of square matrices, or of their transposes.

#include <type_traits>

#include "graph/work.h"
#include "kernels/dense/dense_algebra.h"
#include "kernels/square_matrices.h"

namespace graphrun {
namespace {

constexpr const char* kFailure = "Input is not invertible.";

void matrix_inverse_cpu(KernelContext& context) {
  const bool transpose = context.attributes().boolean("adjoint");
  const auto invert_all = [&]<typename T>(std::type_identity<T>, const auto& invert) {
    for_each_square_matrix<T>(context, kFailure, [&](const T* from, T* to, std::int64_t n) {
      return invert(from, to, n, transpose);
    });
  };
  if (context.type() == DType::float32) {
    invert_all(std::type_identity<float>(), dense_algebra().invert_f32);
  } else {
    invert_all(std::type_identity<double>(), dense_algebra().invert_f64);
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
