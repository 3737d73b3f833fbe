// The placement as TensorFlow logs it: a line for each node.

#pragma once

#include <string>

#include "graph/graph.h"
#include "placement/placement.h"
#include "report/style.h"

namespace graphrun {

// In the order and spelling of the style: "b: /job:localhost/replica:0/task:0/gpu:0", and in tf and
// tf-0.12 "b: (Const): /job:...". Each line ends with a newline.
std::string placement_lines(const Graph& graph, const Placement& placement, Style style);

}  // namespace graphrun
