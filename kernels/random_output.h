// Output 0 of a kernel filled with the next numbers of its node's stream, in the memory that it is
// in: the program's functions fill host memory, the GPU module's its device's, with the same
// numbers.

#pragma once

#include <cstdint>

#include "runtime/kernel_context.h"

namespace graphrun {

// What runtime/random_fill.h says of fill_uniform, fill_uniform_int, fill_normal and
// fill_truncated_normal.
void uniform_output(KernelContext& context);
void uniform_int_output(KernelContext& context, std::int64_t minval, std::int64_t maxval);
void normal_output(KernelContext& context);
void truncated_normal_output(KernelContext& context);

}  // namespace graphrun
