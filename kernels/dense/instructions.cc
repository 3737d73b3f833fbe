// Compiled once for each set of instructions, into the constant DENSE_ALGEBRA. Eigen's own names
// must differ between them, or the linker would keep one version of each function for all.

#define Eigen DENSE_EIGEN

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/LU>

#include "kernels/dense/dense_algebra.h"

namespace graphrun {
namespace {

template <typename T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <typename T>
Eigen::Map<const Matrix<T>> view(const T* elements, std::int64_t rows, std::int64_t columns) {
  return {elements, rows, columns};
}

template <typename T>
void multiply(const ProductShape& shape, const T* a, const T* b, T* product, int threads) {
  Eigen::setNbThreads(threads);
  Eigen::Map<Matrix<T>> out(product, shape.rows, shape.columns);
  const auto by = [&](const auto& x) {
    if (shape.transpose_b) {
      out.noalias() = x * view(b, shape.columns, shape.inner).transpose();
    } else {
      out.noalias() = x * view(b, shape.inner, shape.columns);
    }
  };
  if (shape.transpose_a) {
    by(view(a, shape.inner, shape.rows).transpose());
  } else {
    by(view(a, shape.rows, shape.inner));
  }
}

template <typename T>
bool factor(const T* from, T* to, std::int64_t n) {
  Eigen::Map<Matrix<T>> out(to, n, n);
  out = view(from, n, n);
  const Eigen::LLT<Eigen::Ref<Matrix<T>>, Eigen::Lower> factored(out);  // in place
  out.template triangularView<Eigen::StrictlyUpper>().setZero();
  return factored.info() == Eigen::Success;
}

template <typename T>
bool invert(const T* from, T* to, std::int64_t n, bool transpose) {
  Matrix<T> matrix = view(from, n, n);
  if (transpose) matrix.transposeInPlace();
  const Eigen::PartialPivLU<Matrix<T>> factored(matrix);
  for (std::int64_t i = 0; i < n; ++i) {
    if (!(std::abs(factored.matrixLU()(i, i)) > 0)) return false;  // NaN too
  }
  Eigen::Map<Matrix<T>>(to, n, n) = factored.inverse();
  return true;
}

}  // namespace

extern const DenseAlgebra DENSE_ALGEBRA;
const DenseAlgebra DENSE_ALGEBRA = {
    .multiply_f64 = multiply<double>,
    .multiply_u32 = multiply<std::uint32_t>,
    .multiply_u64 = multiply<std::uint64_t>,
    .factor_f32 = factor<float>,
    .factor_f64 = factor<double>,
    .invert_f32 = invert<float>,
    .invert_f64 = invert<double>,
};

}  // namespace graphrun
