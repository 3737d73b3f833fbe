// The pass `fuse`: element-wise nodes that read one another become one node, whose kernel goes over
// the memory once (graph/fused_op.h).
//
// A group has a last node, whose name, place and output it keeps; every other node of it is read
// within the group alone. All are on one device and of one type, and compute tensors of one shape
// from operands of that shape or of one element. They are floats, whose element-wise ops cannot
// fail.

#pragma once

#include "passes/pass.h"

namespace graphrun {

Program fuse_elementwise(Program program, const PassContext& context, PassReport& report);

}  // namespace graphrun
