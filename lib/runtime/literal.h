// The elements of the tensors that a graph file gives.

#pragma once

#include "base/host_tensor.h"
#include "graph/attributes.h"

namespace graphrun {

// All elements, in the literal's shape: read from its file, or filled, where that is asked.
// Throws Error(file) or Error(device).
HostTensor elements_of(const TensorLiteral& literal);

}  // namespace graphrun
