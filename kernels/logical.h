// Ops of two booleans: LogicalAnd, LogicalOr.

#pragma once

#include <string>

#include "kernels/binary_elementwise.h"

namespace graphrun {

// The row of such an op, which has no type attribute.
OpDef logical_op(std::string name, std::string summary, KernelFn cpu);

}  // namespace graphrun
