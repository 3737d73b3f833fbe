// The `attrs` of an op that a file declares: op_declarations.h says how they are written.

#pragma once

#include <set>
#include <string>
#include <string_view>

#include "graph/op_catalog.h"
#include "model/evaluator.h"

namespace graphrun {

// Adds the attributes of the mapping `attributes` to `op`, in its order. `argument_types` are what
// stands for types among the op's inputs and outputs: an attribute that is one of them is a type
// attribute. `folder` is where relative file names start. Complains of what is wrong; what it adds
// then is not to be used.
void read_attribute_declarations(Evaluator& evaluator, ValueId attributes,
                                 const std::set<std::string_view>& argument_types,
                                 const std::string& folder, OpDef& op);

}  // namespace graphrun
