// graphrun run GRAPH: place it, run it, print what was fetched.

#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>

#include "app/commands.h"
#include "app/logging.h"
#include "app/output.h"
#include "app/pass_option.h"
#include "app/placed_model.h"
#include "app/profile_option.h"
#include "app/result_option.h"
#include "app/session_option.h"
#include "base/error.h"
#include "base/human_bytes.h"
#include "files/output_file.h"
#include "report/explanation.h"
#include "report/results.h"
#include "runtime/interrupt.h"
#include "runtime/session.h"

namespace graphrun {
namespace {

struct Options {
  GraphOption graph;
  DeviceOption devices;
  PlacementOption placement;
  PrintOption print;
  ResultOption results;
  ProfileOption profile;
  SessionOption session;
  PassOption passes;
  LoggingOption logging;
  std::string placement_file;
  int steps = 1;
};

void write_placement_file(const std::string& path, const PlacedModel& placed) {
  OutputFile file(path);
  write_placement_as_json(placed,
                          [&](std::string_view part) { file.write(part.data(), part.size()); });
  file.commit();
}

void log_memory(const Devices& devices) {
  for (const auto& device : devices.devices) {
    const BfcStatistics memory = device->memory().statistics();
    spdlog::info("{}: at most {} in use{}", to_string(device->info().name),
                 human_bytes(memory.peak_in_use_bytes),
                 memory.reserved_bytes > 0
                     ? fmt::format(" of {} taken", human_bytes(memory.reserved_bytes))
                     : "");
  }
}

void show_profile(const ProfileOption& option, const PlacedModel& placed, const Program& program,
                  const Plan& plan, const RunRecord& record) {
  const FedShapes shapes(program.graph, program.feeds);
  option.show({.name = placed.model.name,
               .graph = program.graph,
               .placement = program.placement,
               .devices = placed.devices,
               .plan = plan,
               .record = record,
               .shapes = shapes});
}

void run(const Options& options) {
  options.logging.apply();
  const Style style = options.print.style();
  PlacedModel placed = read_and_place(options.graph, options.devices, options.placement, style);
  const Model& model = placed.model;
  if (placed.logs_placement) print_note(placement_log(placed, style));
  if (options.placement.explain) print_note(explanation(model.graph, placed.placement, style));
  if (!options.placement_file.empty()) write_placement_file(options.placement_file, placed);

  catch_interrupts();
  Devices devices = options.devices.open(placed.devices, model.config);
  const std::vector<Fetch> fetches = options.results.with_extra_fetches(model);
  const Program program = options.passes.apply(placed, fetches, devices).program;
  Session session(program.graph, program.placement, devices, program.feeds, program.initializers,
                  options.session.options(model.config));
  std::vector<HostTensor> results;
  RunRecord record;
  for (int step = 0; step < options.steps; ++step) {
    const auto begin = std::chrono::steady_clock::now();
    // Only the last run is recorded: those before warm up, and are not slowed down.
    const bool is_recorded = options.profile.is_wanted() && step + 1 == options.steps;
    results = session.run(program.fetches, is_recorded ? &record : nullptr);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    spdlog::info("run {} took {:.3f} ms", step + 1, took.count());
  }

  const std::size_t printed = model.fetches.size();
  print(options.print.is_json()
            ? results_json(model.name, std::span(fetches).first(printed),
                           std::span(results).first(printed))
            : results_text(std::span(fetches).first(printed), std::span(results).first(printed),
                           options.print.numpy_era()));
  flush_output();
  log_memory(devices);
  if (options.profile.is_wanted()) {
    show_profile(options.profile, placed, program, session.plan(), record);
  }
  options.results.save_and_compare(fetches, results);
}

}  // namespace

void add_run_command(CLI::App& cli) {
  CLI::App* command = cli.add_subcommand("run", "Place a graph, run it, print what it computes");
  auto options = std::make_shared<Options>();
  options->graph.add_to(*command);
  options->placement.add_to(*command);
  options->devices.add_to(*command);
  options->print.add_to(*command);
  options->results.add_to(*command);
  options->profile.add_to(*command);
  options->passes.add_to(*command);
  command->add_option("--placement-file", options->placement_file, "Write the placement as JSON")
      ->type_name("FILE");
  command->add_option("--steps", options->steps, "Run the fetches so often; print the last results")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000'000));
  options->session.add_to(*command);
  options->logging.add_to(*command);
  command->callback([options] { run(*options); });
}

}  // namespace graphrun
