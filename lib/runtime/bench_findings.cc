#include "runtime/bench_findings.h"

#include <algorithm>
#include <span>

namespace graphrun {
namespace {

// With fewer there is no run beyond the 95th percentile.
constexpr std::size_t kFewRuns = 20;
// Benchmarks of a quiet machine stay below.
constexpr double kMuchVariation = 0.1;
constexpr double kMuchSlower = 1.1;
constexpr double kShortRunNs = 1000;
constexpr double kMuchRecording = 1.5;
constexpr double kMuchOfOthers = 0.1;
// Parts of the runs that are compared with the others: long enough that one slow run among them
// does not move the median.
constexpr std::size_t kLeastPart = 3;

bool is_slow_start(std::span<const double> runs) {
  const std::size_t first = std::max(kLeastPart, runs.size() / 10);
  if (runs.size() < 2 * first) return false;
  return median_of(runs.first(first)) > kMuchSlower * median_of(runs.subspan(first));
}

bool is_drifting(std::span<const double> runs) {
  const std::size_t third = runs.size() / 3;
  if (third < kLeastPart) return false;
  const double middle = median_of(runs.subspan(third, third));
  const double last = median_of(runs.last(third));
  return last > kMuchSlower * middle || middle > kMuchSlower * last;
}

}  // namespace

Bound bound_of(const BenchCase& measured, const std::optional<ProcessorPeak>& peak) {
  const RunBreakdown& time = measured.recorded;
  const std::int64_t working_ns =
      time.wall_ns - time.launch_ns - time.exposed_copies_ns;  // of nodes
  if (time.launch_ns >= working_ns && time.launch_ns >= time.exposed_copies_ns) {
    return Bound::launch;
  }
  if (time.exposed_copies_ns >= working_ns) return Bound::transfer;
  if (!peak || measured.uses_gpus || measured.work.unknown_nodes > 0) return Bound::work;
  const double arithmetic_seconds = measured.work.operations / peak->operations_per_second;
  const double memory_seconds = measured.work.bytes / peak->bytes_per_second;
  return arithmetic_seconds >= memory_seconds ? Bound::compute : Bound::memory;
}

std::vector<Caution> cautions_of(const BenchCase& measured) {
  std::vector<Caution> cautions;
  const SampleStatistics statistics = statistics_of(measured.run_ns);
  const auto add = [&](bool holds, Caution caution) {
    if (holds) cautions.push_back(caution);
  };
  add(statistics.count < kFewRuns, Caution::few_runs);
  add(statistics.variation() > kMuchVariation, Caution::unstable);
  add(is_slow_start(measured.run_ns), Caution::slow_start);
  add(is_drifting(measured.run_ns), Caution::drift);
  add(statistics.median < kShortRunNs, Caution::short_runs);
  add(measured.work.unknown_nodes > 0, Caution::unknown_work);
  add(is_disturbed(measured), Caution::busy_machine);
  add(static_cast<double>(measured.recorded.wall_ns) > kMuchRecording * statistics.median,
      Caution::busy_recorder);
  return cautions;
}

bool is_disturbed(const BenchCase& measured) {
  return measured.part_of_others.value_or(0) > kMuchOfOthers;
}

void judge(BenchCase& measured, const std::optional<ProcessorPeak>& peak) {
  measured.statistics = statistics_of(measured.run_ns);
  measured.bound = bound_of(measured, peak);
  measured.cautions = cautions_of(measured);
}

}  // namespace graphrun
