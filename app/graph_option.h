// GRAPH and what changes it: --param, --feed, --fetch, --ops, --max-nodes.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/phase_time.h"
#include "graph/op_catalog.h"
#include "model/model.h"

namespace CLI {
class App;
}

namespace graphrun {

struct GraphOption {
  std::string file;
  // Of `file`, where it was read before: standard input can be read only once.
  std::optional<std::string> text;
  std::vector<std::string> params;   // "n=4"
  std::vector<std::string> feeds;    // "a=a.npy"
  std::vector<std::string> fetches;  // "sum"
  std::string ops_file;
  std::uint64_t max_nodes = 10'000'000;

  void add_to(CLI::App& command);
  // All but GRAPH itself, feeds and fetches.
  void add_changes_to(CLI::App& command);

  // The project's ops and those that --ops declares.
  OpCatalog catalog() const;
  // The file, with feeds and fetches as the command line has them. Throws as read_model does, and
  // Error(usage) for feeds and fetches that do not fit. Adds the phases read and expand to `times`
  // where it is given.
  Model read(const OpCatalog& ops, PhaseTimes* times = nullptr) const;
};

}  // namespace graphrun
