// A placement compared with the mapping that is expected of it: place --check, and --update.

#pragma once

#include <string>

#include "graph/expected_device.h"
#include "graph/graph.h"
#include "placement/placement.h"

namespace graphrun {

// What a node's device must be is said by the line that has its very name, or else by the first
// line whose pattern matches. The device there may be partial: it must allow the node's. A node
// that no line names differs ("*: /cpu:0" at the end names all that are left), and so does a line
// that names no node.
//
// Empty: nothing differs. Otherwise, in the order of the graph's file and then of the mapping's:
//
//   graphs/matmul.yaml:5: b
//     expected  /gpu:1  (mapping.txt:3)
//     got       /job:localhost/replica:0/task:0/device:CPU:0  (requested: the best of the devices
//               that it asks for)
//   mapping.txt:4: no node is named 'c'
//   2 differences from mapping.txt
//
// where "got" is one line.
std::string mapping_diff(const Graph& graph, const Placement& placement,
                         const ExpectedMapping& expected);

// The mapping that expects just this placement, for --update: a comment that names the graph's
// file, then "name: device" for each node in the order of the file, devices in full.
std::string mapping_text(const Graph& graph, const Placement& placement);

}  // namespace graphrun
