// The pass `transpose`: a product reads its operand transposed (MatMul's transpose_a, BatchMatMul's
// adj_x) where a Transpose of the last two axes stands before it and products alone read that.
//
// Only where the extents that are summed over are known, so that a product whose operands do not
// fit is reported as it is written.

#pragma once

#include "passes/pass.h"

namespace graphrun {

Program fold_transposes(Program program, const PassContext& context, PassReport& report);

}  // namespace graphrun
