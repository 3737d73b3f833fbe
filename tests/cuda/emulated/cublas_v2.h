// What the module uses of cuBLAS, by loops. Matrices are column-major.

#pragma once

#include <cstdint>

#include "cuda_runtime.h"

using cublasHandle_t = struct EmulatedCublas*;
enum cublasStatus_t { CUBLAS_STATUS_SUCCESS };
enum cublasOperation_t { CUBLAS_OP_N, CUBLAS_OP_T };
enum cublasMath_t {
  CUBLAS_DEFAULT_MATH = 0,
  CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
};
enum cudaDataType_t { CUDA_R_16F, CUDA_R_16BF, CUDA_R_32F, CUDA_R_64F };
enum cublasComputeType_t {
  CUBLAS_COMPUTE_32F,
  CUBLAS_COMPUTE_64F,
  CUBLAS_COMPUTE_32F_FAST_TF32,
};
enum cublasGemmAlgo_t { CUBLAS_GEMM_DEFAULT };
enum cublasSideMode_t { CUBLAS_SIDE_LEFT };
enum cublasFillMode_t { CUBLAS_FILL_MODE_UPPER };
enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT };

inline const char* cublasGetStatusName(cublasStatus_t) { return "emulated"; }
inline cublasStatus_t cublasCreate(cublasHandle_t* handle) {
  *handle = nullptr;
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasDestroy(cublasHandle_t) { return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasSetStream(cublasHandle_t, cudaStream_t) {
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasSetMathMode(cublasHandle_t, cublasMath_t) {
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasSetWorkspace(cublasHandle_t, void*, std::size_t) {
  return CUBLAS_STATUS_SUCCESS;
}

// emulated_cublas.cc; of op(A), the left side, the upper triangle and a diagonal that is not 1
// where there is a choice.
cublasStatus_t cublasGemmStridedBatchedEx_64(
    cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, std::int64_t m,
    std::int64_t n, std::int64_t k, const void* alpha, const void* a, cudaDataType_t a_type,
    std::int64_t lda, long long a_step, const void* b, cudaDataType_t b_type, std::int64_t ldb,
    long long b_step, const void* beta, void* c, cudaDataType_t c_type, std::int64_t ldc,
    long long c_step, std::int64_t count, cublasComputeType_t compute, cublasGemmAlgo_t algorithm);

// Of transposed A alone.
#define EMULATED_FOR_TYPE(letter, T)                                                               \
  cublasStatus_t cublas##letter##trsm_64(cublasHandle_t, cublasSideMode_t, cublasFillMode_t,       \
                                         cublasOperation_t, cublasDiagType_t, std::int64_t m,      \
                                         std::int64_t n, const T* alpha, const T* a,               \
                                         std::int64_t lda, T* b, std::int64_t ldb);                \
  cublasStatus_t cublas##letter##syrk_64(                                                          \
      cublasHandle_t, cublasFillMode_t, cublasOperation_t, std::int64_t n, std::int64_t k,         \
      const T* alpha, const T* a, std::int64_t lda, const T* beta, T* c, std::int64_t ldc);        \
  cublasStatus_t cublas##letter##getrfBatched(cublasHandle_t, int n, T* const matrices[], int lda, \
                                              int* pivots, int* failed, int count);                \
  cublasStatus_t cublas##letter##getriBatched(cublasHandle_t, int n, const T* const factors[],     \
                                              int lda, const int* pivots, T* const inverses[],     \
                                              int ldc, int* failed, int count);
EMULATED_FOR_TYPE(S, float)
EMULATED_FOR_TYPE(D, double)
#undef EMULATED_FOR_TYPE
