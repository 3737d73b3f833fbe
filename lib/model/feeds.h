// What a graph file feeds its placeholders.

#pragma once

#include <string>

#include "model/evaluator.h"
#include "model/model.h"

namespace graphrun {

// Reads `feeds` into `model`, whose graph and labels are ready. `folder` is where relative file
// names start. Complains of what is wrong.
void read_feeds(Evaluator& evaluator, const std::string& folder, Model& model);

}  // namespace graphrun
