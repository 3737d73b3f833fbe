#include <cublas_v2.h>

#include <utility>
#include <vector>

#include "base/half.h"
#include "emulated_memory.h"

namespace {

double element(const void* array, std::int64_t i, cudaDataType_t type) {
  switch (type) {
    case CUDA_R_16F: return float(static_cast<const graphrun::Half*>(array)[i]);
    case CUDA_R_16BF: return float(static_cast<const graphrun::BFloat16*>(array)[i]);
    case CUDA_R_32F: return static_cast<const float*>(array)[i];
    default: return static_cast<const double*>(array)[i];
  }
}

void set_element(void* array, std::int64_t i, cudaDataType_t type, double value) {
  const auto rounded = static_cast<float>(value);
  switch (type) {
    case CUDA_R_16F: static_cast<graphrun::Half*>(array)[i] = graphrun::Half(rounded); return;
    case CUDA_R_16BF:
      static_cast<graphrun::BFloat16*>(array)[i] = graphrun::BFloat16(rounded);
      return;
    case CUDA_R_32F: static_cast<float*>(array)[i] = rounded; return;
    default: static_cast<double*>(array)[i] = value;
  }
}

// What TF32 has room for.
double cut_to_tf32(double x) {
  return __uint_as_float(__float_as_uint(static_cast<float>(x)) & ~0x1fffU);
}

// Transposed A times X is B; X takes B's place.
template <typename T>
cublasStatus_t solve(std::int64_t m, std::int64_t n, T alpha, const T* a, std::int64_t lda, T* b,
                     std::int64_t ldb) {
  const EmulatedAccess access;
  for (std::int64_t j = 0; j < n; ++j) {
    T* const x = b + j * ldb;
    for (std::int64_t i = 0; i < m; ++i) {
      T left = alpha * x[i];
      for (std::int64_t l = 0; l < i; ++l) left -= a[i * lda + l] * x[l];
      x[i] = left / a[i * lda + i];
    }
  }
  return CUBLAS_STATUS_SUCCESS;
}

// The upper triangle of C becomes alpha times transposed A times A, and beta times itself.
template <typename T>
cublasStatus_t square(std::int64_t n, std::int64_t k, T alpha, const T* a, std::int64_t lda, T beta,
                      T* c, std::int64_t ldc) {
  const EmulatedAccess access;
  for (std::int64_t j = 0; j < n; ++j) {
    for (std::int64_t i = 0; i <= j; ++i) {
      T sum = 0;
      for (std::int64_t l = 0; l < k; ++l) sum += a[i * lda + l] * a[j * lda + l];
      c[j * ldc + i] = alpha * sum + beta * c[j * ldc + i];
    }
  }
  return CUBLAS_STATUS_SUCCESS;
}

// L and U in A's place, with partial pivoting; pivots count from 1. The number of the first pivot
// that is 0, or 0.
template <typename T>
int factor(std::int64_t n, T* a, std::int64_t lda, int* pivots) {
  int failed = 0;
  for (std::int64_t k = 0; k < n; ++k) {
    std::int64_t best = k;
    for (std::int64_t i = k + 1; i < n; ++i) {
      if (std::fabs(a[k * lda + i]) > std::fabs(a[k * lda + best])) best = i;
    }
    pivots[k] = static_cast<int>(best + 1);
    if (a[k * lda + best] == 0) {
      if (failed == 0) failed = static_cast<int>(k + 1);
      continue;
    }
    for (std::int64_t j = 0; j < n; ++j) std::swap(a[j * lda + k], a[j * lda + best]);
    for (std::int64_t i = k + 1; i < n; ++i) {
      a[k * lda + i] /= a[k * lda + k];
      for (std::int64_t j = k + 1; j < n; ++j) a[j * lda + i] -= a[k * lda + i] * a[j * lda + k];
    }
  }
  return failed;
}

// From such factors, column by column.
template <typename T>
int invert(std::int64_t n, const T* a, std::int64_t lda, const int* pivots, T* inverse,
           std::int64_t ldc) {
  for (std::int64_t j = 0; j < n; ++j) {
    T* const x = inverse + j * ldc;
    for (std::int64_t i = 0; i < n; ++i) x[i] = i == j ? T(1) : T(0);
    for (std::int64_t k = 0; k < n; ++k) std::swap(x[k], x[pivots[k] - 1]);
    for (std::int64_t i = 0; i < n; ++i) {
      for (std::int64_t l = 0; l < i; ++l) x[i] -= a[l * lda + i] * x[l];
    }
    for (std::int64_t i = n - 1; i >= 0; --i) {
      for (std::int64_t l = i + 1; l < n; ++l) x[i] -= a[l * lda + i] * x[l];
      if (a[i * lda + i] == 0) return static_cast<int>(i + 1);
      x[i] /= a[i * lda + i];
    }
  }
  return 0;
}

template <typename T>
cublasStatus_t factor_all(int n, T* const matrices[], int lda, int* pivots, int* failed,
                          int count) {
  const EmulatedAccess access;
  for (int i = 0; i < count; ++i) {
    failed[i] = factor<T>(n, matrices[i], lda, pivots + static_cast<std::ptrdiff_t>(i) * n);
  }
  return CUBLAS_STATUS_SUCCESS;
}

template <typename T>
cublasStatus_t invert_all(int n, const T* const factors[], int lda, const int* pivots,
                          T* const inverses[], int ldc, int* failed, int count) {
  const EmulatedAccess access;
  for (int i = 0; i < count; ++i) {
    failed[i] = invert<T>(n, factors[i], lda, pivots + static_cast<std::ptrdiff_t>(i) * n,
                          inverses[i], ldc);
  }
  return CUBLAS_STATUS_SUCCESS;
}

}  // namespace

cublasStatus_t cublasGemmStridedBatchedEx_64(
    cublasHandle_t, cublasOperation_t op_a, cublasOperation_t op_b, std::int64_t m, std::int64_t n,
    std::int64_t k, const void* alpha, const void* a, cudaDataType_t a_type, std::int64_t lda,
    long long a_step, const void* b, cudaDataType_t b_type, std::int64_t ldb, long long b_step,
    const void* beta, void* c, cudaDataType_t c_type, std::int64_t ldc, long long c_step,
    std::int64_t count, cublasComputeType_t compute, cublasGemmAlgo_t) {
  const EmulatedAccess access;
  const cudaDataType_t scalar = compute == CUBLAS_COMPUTE_64F ? CUDA_R_64F : CUDA_R_32F;
  const double factor = element(alpha, 0, scalar);
  const double kept = element(beta, 0, scalar);
  const auto operand = [compute](double x) {
    return compute == CUBLAS_COMPUTE_32F_FAST_TF32 ? cut_to_tf32(x) : x;
  };
  for (std::int64_t matrix = 0; matrix < count; ++matrix) {
    for (std::int64_t j = 0; j < n; ++j) {
      for (std::int64_t i = 0; i < m; ++i) {
        double sum = 0;
        for (std::int64_t l = 0; l < k; ++l) {
          const std::int64_t in_a = op_a == CUBLAS_OP_T ? i * lda + l : l * lda + i;
          const std::int64_t in_b = op_b == CUBLAS_OP_T ? l * ldb + j : j * ldb + l;
          sum += operand(element(a, matrix * a_step + in_a, a_type)) *
                 operand(element(b, matrix * b_step + in_b, b_type));
        }
        const std::int64_t at = matrix * c_step + j * ldc + i;
        sum *= factor;
        if (kept != 0) sum += kept * element(c, at, c_type);
        set_element(c, at, c_type, sum);
      }
    }
  }
  return CUBLAS_STATUS_SUCCESS;
}

// NOLINTBEGIN(bugprone-macro-parentheses): T is a type
#define EMULATED_FOR_TYPE(letter, T)                                                               \
  cublasStatus_t cublas##letter##trsm_64(cublasHandle_t, cublasSideMode_t, cublasFillMode_t,       \
                                         cublasOperation_t, cublasDiagType_t, std::int64_t m,      \
                                         std::int64_t n, const T* alpha, const T* a,               \
                                         std::int64_t lda, T* b, std::int64_t ldb) {               \
    return solve<T>(m, n, *alpha, a, lda, b, ldb);                                                 \
  }                                                                                                \
  cublasStatus_t cublas##letter##syrk_64(                                                          \
      cublasHandle_t, cublasFillMode_t, cublasOperation_t, std::int64_t n, std::int64_t k,         \
      const T* alpha, const T* a, std::int64_t lda, const T* beta, T* c, std::int64_t ldc) {       \
    return square<T>(n, k, *alpha, a, lda, *beta, c, ldc);                                         \
  }                                                                                                \
  cublasStatus_t cublas##letter##getrfBatched(cublasHandle_t, int n, T* const matrices[], int lda, \
                                              int* pivots, int* failed, int count) {               \
    return factor_all<T>(n, matrices, lda, pivots, failed, count);                                 \
  }                                                                                                \
  cublasStatus_t cublas##letter##getriBatched(cublasHandle_t, int n, const T* const factors[],     \
                                              int lda, const int* pivots, T* const inverses[],     \
                                              int ldc, int* failed, int count) {                   \
    return invert_all<T>(n, factors, lda, pivots, inverses, ldc, failed, count);                   \
  }
EMULATED_FOR_TYPE(S, float)
EMULATED_FOR_TYPE(D, double)
#undef EMULATED_FOR_TYPE
// NOLINTEND(bugprone-macro-parentheses)
