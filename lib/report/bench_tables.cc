#include "report/bench_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/human_bytes.h"
#include "report/bench_numbers.h"
#include "report/bench_words.h"

namespace graphrun {
namespace {

using Cells = std::vector<std::string>;

// The columns of the sweep's parameters, and for each case what `cells` gives.
template <typename CellsOf>
Table by_case(const BenchResult& result, const Cells& headings, const CellsOf& cells) {
  Table table;
  for (const BenchParameter& parameter : result.cases.front().parameters) {
    table.headings.push_back(parameter.name);
  }
  table.names = table.headings.size();
  table.headings.insert(table.headings.end(), headings.begin(), headings.end());
  for (const BenchCase& measured : result.cases) {
    Cells row;
    for (const BenchParameter& parameter : measured.parameters) row.push_back(parameter.value);
    for (std::string& cell : cells(measured)) row.push_back(std::move(cell));
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table run_times(const BenchResult& result) {
  return by_case(result, {"runs", "min", "median", "mean", "p90", "p95", "p99", "variation"},
                 [](const BenchCase& measured) -> Cells {
                   const SampleStatistics& times = measured.statistics;
                   return {std::to_string(times.count), time_text(times.min),
                           time_text(times.median),     time_text(times.mean),
                           time_text(times.p90),        time_text(times.p95),
                           time_text(times.p99),        percent_text(times.variation())};
                 });
}

Table phases(const BenchResult& result) {
  std::vector<Phase> seen;
  for (const BenchCase& measured : result.cases) {
    for (const PhaseTime& time : measured.phases) {
      if (std::ranges::find(seen, time.phase) == seen.end()) seen.push_back(time.phase);
    }
  }
  std::ranges::sort(seen);
  Cells headings;
  for (const Phase phase : seen) headings.emplace_back(to_string(phase));
  return by_case(result, headings, [&](const BenchCase& measured) {
    Cells cells;
    for (const Phase phase : seen) {
      const auto time = std::ranges::find(measured.phases, phase, &PhaseTime::phase);
      cells.push_back(time == measured.phases.end() ? "-"
                                                    : time_text(static_cast<double>(time->ns)));
    }
    return cells;
  });
}

Table steady_state(const BenchResult& result) {
  const bool has_peers = std::ranges::any_of(result.cases, [](const BenchCase& measured) {
    return measured.recorded.device_to_device_ns > 0;
  });
  Cells headings = {"host to device", "compute", "device to host"};
  if (has_peers) headings.emplace_back("device to device");
  headings.insert(headings.end(), {"copies alone", "nothing runs"});
  return by_case(result, headings, [&](const BenchCase& measured) {
    const RunBreakdown& time = measured.recorded;
    // The recorded run's parts, of the median of those that were not recorded.
    const auto share = [&](std::int64_t ns) {
      const double part = static_cast<double>(ns) / static_cast<double>(time.wall_ns);
      return fmt::format("{} {:>7}", time_text(part * measured.statistics.median),
                         percent_text(part));
    };
    Cells cells = {share(time.host_to_device_ns), share(time.compute_ns),
                   share(time.device_to_host_ns)};
    if (has_peers) cells.push_back(share(time.device_to_device_ns));
    cells.push_back(share(time.exposed_copies_ns));
    cells.push_back(share(time.idle_ns));
    return cells;
  });
}

// A sum, or what follows from it, that may lack the work of some nodes.
std::string at_least(const RunWork& work, double value, const std::string& text) {
  if (work.unknown_nodes == 0) return text;
  return value > 0 ? ">= " + text : "unknown";
}

Table speed(const BenchResult& result) {
  Cells headings = {"work", "GFLOP/s"};
  if (result.peak) headings.emplace_back("of peak");
  headings.insert(headings.end(), {"traffic", "GB/s"});
  if (result.peak) headings.emplace_back("of peak");
  headings.emplace_back("bound by");
  return by_case(result, headings, [&](const BenchCase& measured) {
    const RunWork& work = measured.work;
    Cells cells;
    const auto add = [&](const std::string& amount, double speed, std::optional<double> peak) {
      cells.push_back(at_least(work, speed, amount));
      cells.push_back(at_least(work, speed, short_number(speed / 1e9)));
      if (!peak) return;
      // The peak is the processor's: it says nothing of what a GPU does.
      cells.push_back(measured.uses_gpus ? "-"
                                         : at_least(work, speed, percent_text(speed / *peak)));
    };
    add(amount_text(work.operations) + "FLOP", measured.operations_per_second(),
        result.peak ? std::optional(result.peak->operations_per_second) : std::nullopt);
    add(amount_text(work.bytes) + "B", measured.bytes_per_second(),
        result.peak ? std::optional(result.peak->bytes_per_second) : std::nullopt);
    cells.emplace_back(to_string(measured.bound));
    return cells;
  });
}

Table memory(const BenchResult& result) {
  Cells headings;
  for (const DevicePeakMemory& peak : result.cases.front().memory) {
    headings.push_back(bench_device(peak.device, peak.is_simulated));
  }
  return by_case(result, headings, [&](const BenchCase& measured) {
    Cells cells;
    for (const DevicePeakMemory& peak : measured.memory) cells.push_back(human_bytes(peak.bytes));
    cells.resize(headings.size(), "-");
    return cells;
  });
}

Table copies(const BenchResult& result) {
  Table table;
  for (const BenchParameter& parameter : result.cases.front().parameters) {
    table.headings.push_back(parameter.name);
  }
  table.headings.insert(table.headings.end(), {"from", "to"});
  table.names = table.headings.size();
  table.headings.insert(table.headings.end(), {"copies", "bytes"});
  for (const BenchCase& measured : result.cases) {
    for (const CopyRoute& route : measured.copies) {
      Cells row;
      for (const BenchParameter& parameter : measured.parameters) row.push_back(parameter.value);
      row.push_back(copy_end(route.from, result.devices));
      row.push_back(copy_end(route.to, result.devices));
      row.push_back(std::to_string(route.copies));
      const std::string bytes = human_bytes(static_cast<std::uint64_t>(route.bytes));
      row.push_back(route.unknown_copies == 0             ? bytes
                    : route.unknown_copies < route.copies ? ">= " + bytes
                                                          : "unknown");
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

}  // namespace

std::vector<TitledTable> bench_tables(const BenchResult& result) {
  std::vector<TitledTable> tables = {
      {"a run", run_times(result)},           {"before that", phases(result)},
      {"in a run", steady_state(result)},     {"speed", speed(result)},
      {"memory at the peak", memory(result)}, {"copies of a run", copies(result)}};
  std::erase_if(tables, [](const TitledTable& titled) { return titled.table.rows.empty(); });
  return tables;
}

}  // namespace graphrun
