// graphrun run GRAPH: place it, run it, print what was fetched.

#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>

#include "app/commands.h"
#include "app/logging.h"
#include "app/output.h"
#include "app/placed_model.h"
#include "app/result_option.h"
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
  LoggingOption logging;
  std::string placement_file;
  int steps = 1;
  std::optional<int> intra_op_threads;
  std::optional<int> inter_op_threads;
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

void run(const Options& options) {
  options.logging.apply();
  const Style style = options.print.style();
  const PlacedModel placed =
      read_and_place(options.graph, options.devices, options.placement, style);
  const Model& model = placed.model;
  if (placed.logs_placement) print_note(placement_log(placed, style));
  if (options.placement.explain) print_note(explanation(model.graph, placed.placement, style));
  if (!options.placement_file.empty()) write_placement_file(options.placement_file, placed);

  catch_interrupts();
  Devices devices = options.devices.open(placed.devices, model.config);
  const auto threads = [](std::optional<int> flag, std::optional<int> config) {
    return flag.value_or(config.value_or(0));
  };
  Session session(model.graph, placed.placement, devices, model.feeds, model.initializers,
                  {.intra_op_threads =
                       threads(options.intra_op_threads, model.config.intra_op_parallelism_threads),
                   .inter_op_threads = threads(options.inter_op_threads,
                                               model.config.inter_op_parallelism_threads)});
  const std::vector<Fetch> fetches = options.results.with_extra_fetches(model);
  std::vector<HostTensor> results;
  for (int step = 0; step < options.steps; ++step) {
    const auto begin = std::chrono::steady_clock::now();
    results = session.run(fetches);
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
  command->add_option("--placement-file", options->placement_file, "Write the placement as JSON")
      ->type_name("FILE");
  command->add_option("--steps", options->steps, "Run the fetches so often; print the last results")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000'000));
  command->add_option("--intra-op-threads", options->intra_op_threads, "Threads for one node")
      ->type_name("N")
      ->check(CLI::Range(0, 1024));
  command
      ->add_option("--inter-op-threads", options->inter_op_threads,
                   "Nodes of the CPU that may run side by side")
      ->type_name("N")
      ->check(CLI::Range(0, 1024));
  options->logging.add_to(*command);
  command->callback([options] { run(*options); });
}

}  // namespace graphrun
