// Ops that tell what a tensor is like without reading it: Shape, Size, Rank. They are placed with
// their input; the result is in host memory.

#pragma once

#include "graph/op_catalog.h"

namespace graphrun {

// The row of such an op. `out_type` is its second type attribute where `has_out_type`; otherwise
// the result is int32.
OpDef metadata_op(std::string name, std::string summary, bool has_out_type);

}  // namespace graphrun
