// A placed graph as it stands, for people: a line for each node.

#pragma once

#include <string>

#include "graph/graph.h"
#include "placement/placement.h"

namespace graphrun {

// c = MatMul[transpose_a=false, transpose_b=true](a, b, ^d) : float32 [2,2] on /gpu:0
//
// In the order of the graph. Types that the outputs have are not among the attributes.
std::string program_text(const Graph& graph, const Placement& placement);

}  // namespace graphrun
