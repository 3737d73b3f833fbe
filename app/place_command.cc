// graphrun place GRAPH: say where every node would run, and run nothing.

#include <CLI/CLI.hpp>
#include <memory>

#include "app/commands.h"
#include "app/logging.h"
#include "app/output.h"
#include "app/placed_model.h"
#include "base/error.h"
#include "files/text_file.h"
#include "model/expected_mapping.h"
#include "report/explanation.h"
#include "report/mapping_diff.h"

namespace graphrun {
namespace {

struct Options {
  GraphOption graph;
  DeviceOption devices;
  PlacementOption placement;
  PrintOption print;
  LoggingOption logging;
  std::string expected;
  bool update = false;
};

void run(const Options& options) {
  options.logging.apply();
  const Style style = options.print.style();
  const PlacedModel placed =
      read_and_place(options.graph, options.devices, options.placement, style);
  const Graph& graph = placed.model.graph;

  if (!options.expected.empty()) {
    if (options.update) {
      write_text_file(options.expected, mapping_text(graph, placed.placement));
      return;
    }
    const std::string difference =
        mapping_diff(graph, placed.placement, read_expected_mapping(options.expected));
    print(difference);
    flush_output();
    if (!difference.empty()) {
      throw Error(ExitStatus::mismatch, "the placement is not the one in " + options.expected);
    }
    return;
  }
  if (options.print.is_json()) {
    write_placement_as_json(placed, print);
    return;
  }
  print(placement_log(placed, style));
  if (options.placement.explain) print("\n" + explanation(graph, placed.placement, style));
}

}  // namespace

void add_place_command(CLI::App& cli) {
  CLI::App* command = cli.add_subcommand("place", "Say where every node would run; runs nothing");
  auto options = std::make_shared<Options>();
  options->graph.add_to(*command);
  options->placement.add_to(*command);
  options->devices.add_to(*command);
  options->print.add_to(*command);
  auto* check = command
                    ->add_option("--check", options->expected,
                                 "Compare with an expected mapping; exit 1 when it differs")
                    ->type_name("FILE");
  command->add_flag("--update", options->update, "Rewrite the file of --check")->needs(check);
  options->logging.add_to(*command);
  command->callback([options] { run(*options); });
}

}  // namespace graphrun
