// What the readers of arrays share: memory for them, and elements that are fit to be used.

#pragma once

#include <string_view>

#include "base/host_tensor.h"

namespace graphrun {

// Throws Error(file) about `name` when the memory cannot be had.
HostTensor tensor_to_read(std::string_view name, DType dtype, const Shape& shape);

// A file may hold any byte; a bool in memory must be 0 or 1. As numpy, all but 0 is true.
void normalise_booleans(HostTensor& tensor);

}  // namespace graphrun
