// Ops as `graphrun ops` shows them.

#pragma once

#include <string>

#include "graph/op_catalog.h"

namespace graphrun {

// A line for each op, by name: the name and what it does.
std::string op_list(const OpCatalog& ops);

// One op in full: inputs, outputs, attributes with their kinds and defaults, and for each device
// the types that its kernel takes and the arguments that stay in host memory.
std::string op_text(const OpDef& op);

}  // namespace graphrun
