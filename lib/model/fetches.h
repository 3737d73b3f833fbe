// What a graph file asks a run for.

#pragma once

#include "model/evaluator.h"
#include "model/model.h"

namespace graphrun {

// Reads `fetch` into `model`, whose graph, labels and initializers are ready. Without it, every
// tensor that no node reads is fetched, but for those that only set a variable up. Complains of
// what is wrong.
void read_fetches(Evaluator& evaluator, Model& model);

}  // namespace graphrun
