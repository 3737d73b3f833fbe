#include "report/bench_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "report/bench_words.h"

namespace graphrun {
namespace {

std::string quoted(const std::string& cell) {
  if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  std::string text = "\"";
  for (const char c : cell) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + "\"";
}

std::string line(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) line += (i == 0 ? "" : ",") + quoted(cells[i]);
  return line + "\n";
}

std::string number(double value) {
  return std::isfinite(value) ? fmt::format("{:.12g}", value) : "";
}

// Columns by name, so that every case has the same: what one of them lacks is empty there.
class Columns {
 public:
  void set(const std::string& name, std::string cell) {
    const auto found = std::ranges::find(names_, name);
    const auto at = static_cast<std::size_t>(found - names_.begin());
    if (found == names_.end()) names_.push_back(name);
    rows_.back().resize(std::max(rows_.back().size(), names_.size()));
    rows_.back()[at] = std::move(cell);
  }
  void begin_row() { rows_.emplace_back(); }

  std::string text() const {
    std::string text = line(names_);
    for (std::vector<std::string> row : rows_) {
      row.resize(names_.size());
      text += line(row);
    }
    return text;
  }

 private:
  std::vector<std::string> names_;
  std::vector<std::vector<std::string>> rows_;
};

void set_times(Columns& columns, const BenchCase& measured) {
  const SampleStatistics& times = measured.statistics;
  columns.set("runs", std::to_string(times.count));
  columns.set("min_ns", number(times.min));
  columns.set("median_ns", number(times.median));
  columns.set("mean_ns", number(times.mean));
  columns.set("p90_ns", number(times.p90));
  columns.set("p95_ns", number(times.p95));
  columns.set("p99_ns", number(times.p99));
  columns.set("variation", number(times.variation()));
  for (const PhaseTime& time : measured.phases) {
    std::string name(to_string(time.phase));
    std::ranges::replace(name, ' ', '_');
    columns.set(name + "_ns", std::to_string(time.ns));
  }
  const RunBreakdown& recorded = measured.recorded;
  const auto part = [&](std::int64_t ns) {
    return number(static_cast<double>(ns) / static_cast<double>(recorded.wall_ns));
  };
  columns.set("host_to_device_part", part(recorded.host_to_device_ns));
  columns.set("compute_part", part(recorded.compute_ns));
  columns.set("device_to_host_part", part(recorded.device_to_host_ns));
  columns.set("device_to_device_part", part(recorded.device_to_device_ns));
  columns.set("copies_alone_part", part(recorded.exposed_copies_ns));
  columns.set("nothing_runs_part", part(recorded.idle_ns));
}

void set_work(Columns& columns, const BenchCase& measured,
              const std::optional<ProcessorPeak>& peak) {
  columns.set("nodes", std::to_string(measured.work.nodes));
  columns.set("unknown_nodes", std::to_string(measured.work.unknown_nodes));
  columns.set("flop", number(measured.work.operations));
  columns.set("flop_per_s", number(measured.operations_per_second()));
  columns.set("bytes", number(measured.work.bytes));
  columns.set("bytes_per_s", number(measured.bytes_per_second()));
  if (peak) {
    columns.set("peak_flop_per_s", number(peak->operations_per_second));
    columns.set("peak_bytes_per_s", number(peak->bytes_per_second));
  }
  columns.set("bound", std::string(to_string(measured.bound)));
}

}  // namespace

std::string bench_csv(const BenchResult& result) {
  Columns columns;
  for (const BenchCase& measured : result.cases) {
    columns.begin_row();
    for (const BenchParameter& parameter : measured.parameters) {
      columns.set(parameter.name, parameter.value);
    }
    set_times(columns, measured);
    set_work(columns, measured, result.peak);
    for (const DevicePeakMemory& peak : measured.memory) {
      columns.set("peak_memory_bytes " + bench_device(peak.device, peak.is_simulated),
                  std::to_string(peak.bytes));
    }
    for (const CopyRoute& route : measured.copies) {
      columns.set(fmt::format("copied_bytes {} to {}", copy_end(route.from, result.devices),
                              copy_end(route.to, result.devices)),
                  route.unknown_copies > 0 ? "" : number(route.bytes));
    }
    std::string cautions;
    for (const Caution caution : measured.cautions) {
      cautions += (cautions.empty() ? "" : " ") + std::string(to_string(caution));
    }
    columns.set("part_of_others", measured.part_of_others ? number(*measured.part_of_others) : "");
    columns.set("cautions", cautions);
    if (measured.comparison) {
      columns.set("slowdown", number(measured.comparison->slowdown.part));
      columns.set("noise", number(measured.comparison->slowdown.noise));
      columns.set("verdict", std::string(to_string(measured.comparison->verdict)));
    }
  }
  return columns.text();
}

}  // namespace graphrun
