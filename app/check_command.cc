// graphrun check GRAPH...: read and expand graph files; say nothing when all is well.

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "app/commands.h"
#include "app/graph_option.h"
#include "app/logging.h"
#include "app/output.h"
#include "base/error.h"

namespace graphrun {
namespace {

struct Options {
  GraphOption graph;  // its `file` is each of `files` in turn
  std::vector<std::string> files;
  LoggingOption logging;
};

void run(const Options& options) {
  options.logging.apply();
  const OpCatalog ops = options.graph.catalog();
  std::optional<Error> last;
  for (const std::string& file : options.files) {
    GraphOption graph = options.graph;
    graph.file = file;
    try {
      graph.read(ops);
    } catch (const Error& error) {
      // All files are looked at, and the last fault is left to main.
      if (last) print_error(last->what());
      last = error;
    }
  }
  if (last) throw Error(*last);
}

}  // namespace

void add_check_command(CLI::App& cli) {
  CLI::App* command =
      cli.add_subcommand("check", "Validate graph files; says nothing when all is well");
  auto options = std::make_shared<Options>();
  command->add_option("GRAPH", options->files, "Graph files (YAML); - reads standard input")
      ->required();
  options->graph.add_changes_to(*command);
  options->logging.add_to(*command);
  command->callback([options] { run(*options); });
}

}  // namespace graphrun
