// The `kernels` of an op that a file declares: op_declarations.h says how they are written.

#pragma once

#include "graph/op_catalog.h"
#include "model/document_reader.h"

namespace graphrun {

// Adds the kernels of the mapping `kernels` to `op`, whose arguments and attributes are known.
// Complains of what is wrong; what it adds then is not to be used.
void read_kernel_declarations(DocumentReader& reader, ValueId kernels, OpDef& op);

}  // namespace graphrun
