// From what stands in a file to a graph: parameters, loops, blocks and calls gone, every node named,
// every reference bound, types and shapes inferred.

#pragma once

#include <cstdint>
#include <string>

#include "model/evaluator.h"
#include "model/model.h"

namespace graphrun {

struct ExpandOptions {
  std::uint64_t max_nodes = 10'000'000;
  std::string folder;  // where relative file names start: "graphs/"
};

// Expands the nodes of `evaluator`'s file, with its params set; then binds feeds and fetches.
// Complains of what is wrong; the result is of use only if nothing was. Throws Error(invalid) when
// the graph grows beyond its bounds.
Model expand(Evaluator& evaluator, const OpCatalog& ops, const ExpandOptions& options,
             Complaints& complaints);

}  // namespace graphrun
