#include "app/session_option.h"

#include <CLI/CLI.hpp>

namespace graphrun {

void SessionOption::add_to(CLI::App& command) {
  command.add_option("--intra-op-threads", intra_op_threads, "Threads for one node")
      ->type_name("N")
      ->check(CLI::Range(0, 1024));
  command
      .add_option("--inter-op-threads", inter_op_threads,
                  "Nodes of the CPU that may run side by side")
      ->type_name("N")
      ->check(CLI::Range(0, 1024));
}

SessionOptions SessionOption::options(const Config& config) const {
  const auto threads = [](std::optional<int> flag, std::optional<int> file) {
    return flag.value_or(file.value_or(0));
  };
  return {.intra_op_threads = threads(intra_op_threads, config.intra_op_parallelism_threads),
          .inter_op_threads = threads(inter_op_threads, config.inter_op_parallelism_threads)};
}

}  // namespace graphrun
