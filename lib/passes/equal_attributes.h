// Which attributes are equal: each gets the number of the first that it equals.

#pragma once

#include <vector>

#include "graph/graph.h"

namespace graphrun {

// By AttributesId. Numbers are equal if their bits are, so that a NaN equals itself and 0 does not
// equal -0. Tensors in files are equal if file and key are.
std::vector<AttributesId> first_equal_attributes(const Graph& graph);

}  // namespace graphrun
