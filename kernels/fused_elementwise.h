// The row that ops made by the pass `fuse` begin with: kernels and shape rule. See
// graph/fused_op.h.

#pragma once

#include "graph/op_catalog.h"

namespace graphrun {

// Its kernel's nodes have a FusedOp as their op.
const OpDef& fused_elementwise_row();

}  // namespace graphrun
