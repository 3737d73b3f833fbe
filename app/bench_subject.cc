#include "app/bench_subject.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "report/style.h"
#include "runtime/bench_findings.h"
#include "runtime/interrupt.h"
#include "runtime/processor_use.h"

namespace graphrun {
namespace {

// Runs that are recorded, so that the breakdown is of an ordinary one of them.
constexpr int kRecordedRuns = 3;
constexpr double kLongRunNs = 1e9;  // of which one must do

PlacedModel placed_with(const BenchSubjectOptions& options,
                        const std::vector<BenchParameter>& parameters) {
  GraphOption graph = options.graph;
  for (const BenchParameter& parameter : parameters) {
    graph.params.push_back(parameter.name + "=" + parameter.value);
  }
  return read_and_place(graph, options.devices, options.placement, Style::guide);
}

PassedProgram apply_passes(const PassOption& option, PlacedModel& placed, const Devices& devices) {
  PhaseClock clock(&placed.phases);
  const std::vector<Fetch> fetches = placed.model.fetches;
  PassedProgram passed = option.apply(placed, fetches, devices);
  clock.done(Phase::passes);
  return passed;
}

// Of the pass that makes chains of products shorter.
std::optional<ReassociatedProducts> products_of(const std::vector<PassReport>& reports) {
  for (const PassReport& report : reports) {
    if (report.products && report.products->written > 0) {
      return ReassociatedProducts{report.products->written, report.products->run};
    }
  }
  return std::nullopt;
}

}  // namespace

BenchSubject::BenchSubject(const BenchSubjectOptions& options,
                           std::vector<BenchParameter> parameters)
    : parameters_(std::move(parameters)),
      is_compared_(options.is_compared),
      placed_(placed_with(options, parameters_)),
      open_devices_(options.devices.open(placed_.devices, placed_.model.config)),
      passed_(apply_passes(options.passes, placed_, open_devices_)),
      session_(program().graph, program().placement, open_devices_, program().feeds,
               program().initializers, options.session.options(placed_.model.config)) {}

BenchCase BenchSubject::measure(const RunBudget& budget,
                                const std::function<void(double)>& report) {
  const std::vector<Fetch>& fetches = program().fetches;
  const ProcessorMeter processors;
  BenchCase measured{.parameters = parameters_, .phases = placed_.phases};
  session_.prepare(fetches, &measured.phases);
  const auto run = [&] { session_.run(fetches); };
  PhaseClock clock(&measured.phases);
  run();
  clock.done(Phase::first_run);
  measured.run_ns = timed_runs(run, budget, [&](double part) {
    if (is_interrupted()) throw Error(ExitStatus::interrupted, "interrupted");
    report(part);
  });
  measured.statistics = statistics_of(measured.run_ns);
  measured.recorded = record_runs(measured.statistics.median);

  const Graph& graph = program().graph;
  const FedShapes shapes(graph, session_.plan(), session_.fed());
  measured.work = run_work(graph, session_.plan(), shapes);
  measured.copies = copy_routes(graph, program().placement, session_.plan(), shapes);
  measured.products = products_of(passed_.reports);
  measured.memory = peak_memory();
  measured.uses_gpus = uses_gpus();
  if (is_compared_) processors.wait_for_ticks();
  measured.part_of_others = processors.part_of_others();
  return measured;
}

RunBreakdown BenchSubject::record_runs(double run_ns) {
  std::vector<RunBreakdown> breakdowns;
  for (int i = 0; i < (run_ns > kLongRunNs ? 1 : kRecordedRuns); ++i) {
    RunRecord record;
    session_.run(program().fetches, &record);
    breakdowns.push_back(run_breakdown(session_.plan(), record));
  }
  std::ranges::sort(breakdowns, {}, &RunBreakdown::wall_ns);
  return breakdowns[breakdowns.size() / 2];
}

std::vector<DevicePeakMemory> BenchSubject::peak_memory() const {
  std::vector<DevicePeakMemory> peaks;
  std::vector<const Memory*> seen;  // CPUs of one host share theirs
  for (const auto& device : open_devices_.devices) {
    const Memory& memory = device->memory();
    if (std::ranges::find(seen, &memory) != seen.end()) continue;
    seen.push_back(&memory);
    peaks.push_back({.device = device->info().name,
                     .is_simulated = device->info().is_simulated,
                     .bytes = memory.statistics().peak_in_use_bytes});
  }
  return peaks;
}

bool BenchSubject::uses_gpus() const {
  return std::ranges::any_of(session_.plan().steps, [&](const Step& step) {
    const DeviceInfo& device = placed_.devices[program().placement.nodes[step.node].device];
    return !step.is_copy && device.name.type == DeviceType::gpu && !device.is_simulated;
  });
}

}  // namespace graphrun
