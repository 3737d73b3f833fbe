// References: what ties a node to the variable that it reads or writes in place.

#pragma once

#include <cstddef>

#include "graph/graph.h"

namespace graphrun {

// A node without inputs whose one output is a reference or a resource: a variable.
bool is_variable(const Graph& graph, NodeId id);

// Whether the node takes its i-th input as a reference or a resource, not as a value. An input of
// any type takes none: it hands on what it gets (IdentityN).
bool is_reference_input(const Graph& graph, NodeId id, std::size_t i);

// Whether any of its inputs may be one; quick.
bool may_have_reference_inputs(const Graph& graph, NodeId id);

// Whether any of its outputs is a reference or a resource.
bool has_reference_outputs(const Graph& graph, NodeId id);

}  // namespace graphrun
