// From a graph file to a graph: document, model file, expansion, in one call.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/phase_time.h"
#include "graph/op_catalog.h"
#include "model/model.h"

namespace graphrun {

struct ReadOptions {
  std::map<std::string, std::string> params;  // --param k=v: overrides, as text
  std::uint64_t max_nodes = 10'000'000;
};

// `path` may be "-" for standard input. Throws Error(invalid) with all the complaints that can be
// found, Error(file) when the file cannot be read, Error(usage) when an override does not fit.
// Adds the phases read and expand to `times` where it is given.
Model read_model(const std::string& path, const OpCatalog& ops, const ReadOptions& options = {},
                 PhaseTimes* times = nullptr);

// The same for a text, as tests have it.
Model read_model_text(std::string file, std::string text, const OpCatalog& ops,
                      const ReadOptions& options = {}, PhaseTimes* times = nullptr);

}  // namespace graphrun
