// A node as TensorFlow's errors summarise it (SummarizeNodeDef, core/framework/node_def_util.cc).

#pragma once

#include <string>

#include "graph/graph.h"
#include "report/style.h"

namespace graphrun {

// b = Const[dtype=DT_FLOAT, value=Tensor<...>, _device="/gpu:2"](): attributes by name, the device
// last, inputs as graph files write them, then control inputs as ^a.
std::string node_text(const Graph& graph, NodeId id, Style style);

// The attributes alone: "T=DT_FLOAT, transpose_a=false, ...". Types are among them, and so is the
// number of tensors in a list input (N=2). Those that only graph files have are left out.
std::string node_attributes_text(const Graph& graph, NodeId id, Style style);

// What the node asks for, as the style's errors write devices: in the guide as the file has it,
// else "/device:GPU:2", as tf.device made it. Empty: it asks for nothing.
std::string requested_text(const Graph& graph, NodeId id, Style style);

}  // namespace graphrun
