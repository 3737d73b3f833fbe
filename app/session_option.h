// How many threads a session uses: --intra-op-threads, --inter-op-threads.

#pragma once

#include <optional>

#include "model/config.h"
#include "runtime/session.h"

namespace CLI {
class App;
}

namespace graphrun {

struct SessionOption {
  std::optional<int> intra_op_threads;
  std::optional<int> inter_op_threads;

  void add_to(CLI::App& command);

  // What the command line leaves open is as the graph file's `config` has it.
  SessionOptions options(const Config& config) const;
};

}  // namespace graphrun
