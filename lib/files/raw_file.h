// Arrays as bare bytes: little-endian, row-major, with nothing to say what they are.

#pragma once

#include <string>

#include "base/host_tensor.h"

namespace graphrun {

// The file must have exactly the bytes of such a tensor; strings have no such form. Throws
// Error(file). REQUIRES: shape.is_complete().
HostTensor read_raw(const std::string& path, DType dtype, const Shape& shape);

}  // namespace graphrun
