// The pass `merge`: of nodes with the same op, types, attributes, inputs and device, the first in
// the graph's order stays. Constants are such nodes too, whose attribute is their value.

#pragma once

#include "passes/pass.h"

namespace graphrun {

Program merge_equal_nodes(Program program, const PassContext& context, PassReport& report);

}  // namespace graphrun
