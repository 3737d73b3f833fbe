// From what stands in a file to a graph: parameters, loops, blocks and calls gone, every node
// named, every reference bound, types and shapes inferred.

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
// Throws Error(invalid) with all complaints, those that were there before among them.
Model expand(Evaluator& evaluator, const OpCatalog& ops, const ExpandOptions& options);

}  // namespace graphrun
