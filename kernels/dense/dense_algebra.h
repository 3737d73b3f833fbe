// Linear algebra that oneDNN does not have, by Eigen: products of float64 and integer matrices,
// factors and inverses. Eigen chooses its vector instructions when it is compiled; so it is
// compiled for several, and the best that this machine has is used.

#pragma once

#include <cstdint>

#include "kernels/product_shape.h"

namespace graphrun {

// All matrices are row-major, without gaps. Thread safe.
struct DenseAlgebra {
  // One product (shape.batch is not looked at), by as many threads. Unsigned integers wrap around.
  // REQUIRES: nothing is empty.
  void (*multiply_f64)(const ProductShape& shape, const double* a, const double* b, double* product,
                       int threads);
  void (*multiply_u32)(const ProductShape& shape, const std::uint32_t* a, const std::uint32_t* b,
                       std::uint32_t* product, int threads);
  void (*multiply_u64)(const ProductShape& shape, const std::uint64_t* a, const std::uint64_t* b,
                       std::uint64_t* product, int threads);

  // The lower triangular factor L of n × n matrices with L Lᵀ = from, whose part above the diagonal
  // is not read. False: it is not positive definite.
  bool (*factor_f32)(const float* from, float* to, std::int64_t n);
  bool (*factor_f64)(const double* from, double* to, std::int64_t n);

  // The inverse of an n × n matrix, or of its transpose. False: there is none.
  bool (*invert_f32)(const float* from, float* to, std::int64_t n, bool transpose);
  bool (*invert_f64)(const double* from, double* to, std::int64_t n, bool transpose);
};

const DenseAlgebra& dense_algebra();

}  // namespace graphrun
