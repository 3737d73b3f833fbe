// Products of matrices by cuBLAS, in row-major order.

#pragma once

#include "backends/cuda/cuda_device.h"

namespace graphrun {

// Products c = op(a) op(b) of row-major matrices; op transposes or does nothing.
struct Products {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t inner = 0;
  bool transpose_a = false;
  bool transpose_b = false;
  std::int64_t count = 1;
  std::int64_t a_step = 0;  // elements from one matrix to the next; 0: it is the same
  std::int64_t b_step = 0;
};

// Queues them. float16 and bfloat16 are added up in float32 and rounded once; float32 is as the
// device's matmul_precision() says, but IEEE's where there is no memory for the parts of `high`.
// REQUIRES: rows, columns and inner are positive; `device` is current.
void multiply(CudaDevice& device, DType dtype, const Products& products, const void* a,
              const void* b, void* c);

}  // namespace graphrun
