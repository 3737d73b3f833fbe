// "name=value", as --param, --feed, --save and --compare have it.

#pragma once

#include <string>
#include <vector>

#include "model/model.h"

namespace graphrun {

struct Assignment {
  std::string name;
  std::string value;
};

// Throws Error(usage) that begins with `option`.
Assignment split_assignment(const std::string& option, const std::string& text);

// The tensors that a name or label of the graph stands for. Throws Error(usage) that begins with
// `said_by`.
std::vector<Fetch> find_named(const Model& model, const std::string& said_by,
                              const std::string& name);

}  // namespace graphrun
