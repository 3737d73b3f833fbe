// Status codes of CUDA and cuBLAS as Errors.

#pragma once

#include <cublas_v2.h>
#include <cuda_runtime.h>

namespace graphrun {

// check(cudaStreamSynchronize(stream)): throws Error(device) where the call failed, with the name
// of the failure and the call's place in our code. A kernel that failed may be reported by any
// later call; the message says how to learn which one it was.
//
// (std::source_location would say the place too, but clang-tidy 14 cannot read it.)
void check(cudaError_t status, const char* file = __builtin_FILE(), int line = __builtin_LINE());
void check(cublasStatus_t status, const char* file = __builtin_FILE(), int line = __builtin_LINE());

}  // namespace graphrun
