#include "backends/cuda/check.h"

#include <fmt/format.h>

#include <string_view>

#include "base/error.h"

namespace graphrun {
namespace {

std::string place(std::string_view file, int line) {
  for (const std::string_view folder : {"/lib/", "/kernels/"}) {
    const std::size_t at = file.rfind(folder);
    if (at != std::string_view::npos) file.remove_prefix(at + 1);
  }
  return fmt::format("{}:{}", file, line);
}

// What a kernel did wrong while it ran, which the call that reports it need not have to do with.
bool is_of_a_kernel(cudaError_t status) {
  return status == cudaErrorIllegalAddress || status == cudaErrorMisalignedAddress ||
         status == cudaErrorLaunchFailure || status == cudaErrorLaunchTimeout ||
         status == cudaErrorIllegalInstruction || status == cudaErrorInvalidAddressSpace ||
         status == cudaErrorInvalidPc || status == cudaErrorHardwareStackError ||
         status == cudaErrorAssert;
}

}  // namespace

void check(cudaError_t status, const char* file, int line) {
  if (status == cudaSuccess) return;
  // One that is not sticky would be reported again by the next launch that asks.
  static_cast<void>(cudaGetLastError());
  std::string message = fmt::format("InternalError: CUDA: {} ({}, {})", cudaGetErrorString(status),
                                    cudaGetErrorName(status), place(file, line));
  if (is_of_a_kernel(status)) {
    message +=
        "\na kernel that was queued earlier may be at fault; with CUDA_LAUNCH_BLOCKING=1 in the "
        "environment the node that queued it is named";
  }
  throw Error(ExitStatus::device, message);
}

void check(cublasStatus_t status, const char* file, int line) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  throw Error(ExitStatus::device, fmt::format("InternalError: cuBLAS: {} ({})",
                                              cublasGetStatusName(status), place(file, line)));
}

}  // namespace graphrun
