// Variables that stand for several nodes: which node reads a variable. Where an op wants the
// variable itself, to assign to it, it gets that; where it wants a value, it gets what is read, as
// with tf.Variable.

#pragma once

#include <unordered_map>

#include "graph/graph.h"

namespace graphrun {

class VariableReads {
 public:
  void add(OutputRef variable, OutputRef read) {
    variable_of_.emplace(read.node, variable);
    read_of_.emplace(variable.node, read);
  }

  OutputRef wanted(OutputRef input, bool wants_variable) const {
    if (read_of_.empty()) return input;
    const auto& map = wants_variable ? variable_of_ : read_of_;
    const auto found = map.find(input.node);
    return found == map.end() ? input : found->second;
  }

 private:
  std::unordered_map<NodeId, OutputRef> variable_of_;  // by the node that reads it
  std::unordered_map<NodeId, OutputRef> read_of_;      // by the variable
};

}  // namespace graphrun
