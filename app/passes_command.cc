// graphrun passes: list what rewrites a placed graph before it runs.

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "app/commands.h"
#include "app/logging.h"
#include "app/output.h"
#include "report/pass_list.h"

namespace graphrun {
namespace {

struct Options {
  std::string format = "text";
  LoggingOption logging;
};

void run(const Options& options) {
  options.logging.apply();
  print(options.format == "json" ? pass_list_json(all_passes()) : pass_list(all_passes()));
}

}  // namespace

void add_passes_command(CLI::App& cli) {
  CLI::App* command =
      cli.add_subcommand("passes", "List what rewrites a placed graph before it runs");
  auto options = std::make_shared<Options>();
  command->add_option("--format", options->format, "text or json")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"text", "json"}));
  options->logging.add_to(*command);
  command->callback([options] { run(*options); });
}

}  // namespace graphrun
