// graphrun plan GRAPH: say what a run would need of each memory, and run nothing.

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "app/commands.h"
#include "app/logging.h"
#include "app/output.h"
#include "app/pass_option.h"
#include "app/placed_model.h"
#include "base/error.h"
#include "base/human_bytes.h"
#include "report/explanation.h"
#include "report/memory_plan_json.h"
#include "report/memory_plan_text.h"
#include "runtime/memory_plan.h"

namespace graphrun {
namespace {

struct Options {
  GraphOption graph;
  DeviceOption devices;
  PlacementOption placement;
  PrintOption print;
  PassOption passes;
  LoggingOption logging;
  std::string memory_limit;
  int steps = 1;
  std::size_t top = 10;
};

std::optional<std::size_t> limit(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const auto bytes = parse_bytes(text);
  if (!bytes || *bytes == 0) {
    throw Error(ExitStatus::usage,
                "--memory-limit " + text + ": expected a size such as 4GiB or 500MB");
  }
  return *bytes;
}

void run(const Options& options) {
  options.logging.apply();
  const auto limit_bytes = limit(options.memory_limit);
  const Style style = options.print.style();
  PlacedModel placed = read_and_place(options.graph, options.devices, options.placement, style);
  const Model& model = placed.model;
  if (placed.logs_placement) print_note(placement_log(placed, style));
  if (options.placement.explain) print_note(explanation(model.graph, placed.placement, style));

  // Which nodes passes change depends on the devices.
  const Devices devices = options.devices.open(placed.devices, model.config);
  const Program program = options.passes.apply(placed, model.fetches, devices).program;
  const MemoryPlan plan = plan_memory({.graph = program.graph,
                                       .placement = program.placement,
                                       .devices = placed.devices,
                                       .feeds = program.feeds,
                                       .initializers = program.initializers,
                                       .fetches = program.fetches,
                                       .steps = options.steps,
                                       .allow_growth = options.devices.grows(model.config),
                                       .limit_bytes = limit_bytes});
  const PlaceLabels labels(placed.devices);
  print(options.print.is_json() ? memory_plan_json(model.name, program.graph, placed.devices, plan)
                                : memory_plan_text(program.graph, labels, plan, options.top));
  if (!plan.fits()) {
    throw Error(ExitStatus::mismatch, memory_faults(program.graph, labels, plan));
  }
}

}  // namespace

void add_plan_command(CLI::App& cli) {
  CLI::App* command =
      cli.add_subcommand("plan", "Say what a run would need of each memory; runs nothing");
  auto options = std::make_shared<Options>();
  options->graph.add_to(*command);
  options->placement.add_to(*command);
  options->devices.add_to(*command);
  options->print.add_to(*command);
  options->passes.add_to(*command);
  command
      ->add_option("--memory-limit", options->memory_limit,
                   "Say whether each GPU (without one: the host) keeps within this; exit 1 if not")
      ->type_name("SIZE");
  command->add_option("--steps", options->steps, "Runs in one session")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000'000));
  command->add_option("--top", options->top, "How many tensors to show of each peak; 0: none")
      ->type_name("N");
  options->logging.add_to(*command);
  command->callback([options] { run(*options); });
}

}  // namespace graphrun
