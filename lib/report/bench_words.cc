#include "report/bench_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "report/bench_numbers.h"
#include "runtime/bench_baseline.h"

namespace graphrun {
namespace {

bool is_of_this_task(const DeviceName& device) {
  return device.job == DeviceName{}.job && device.replica == 0 && device.task == 0;
}

double part(std::int64_t ns, std::int64_t wall_ns) {
  return wall_ns > 0 ? static_cast<double>(ns) / static_cast<double>(wall_ns) : 0;
}

// What part of a run the arithmetic and the traffic would take at the machine's peak.
std::string at_peak(const BenchCase& measured, const ProcessorPeak& peak) {
  return fmt::format(
      "at this machine's peak the arithmetic would take {} of a run, reading and writing the "
      "tensors {}",
      percent_text(measured.operations_per_second() / peak.operations_per_second),
      percent_text(measured.bytes_per_second() / peak.bytes_per_second));
}

// REQUIRES: a peak where arithmetic or memory is the bound.
std::string bound_sentence(const BenchCase& measured, const std::optional<ProcessorPeak>& peak) {
  const RunBreakdown& time = measured.recorded;
  const auto share = [&](std::int64_t ns) { return percent_text(part(ns, time.wall_ns)); };
  switch (measured.bound) {
    case Bound::launch:
      return fmt::format(
          "bound by launching: {} of a run goes into starting nodes and handing them over",
          share(time.launch_ns));
    case Bound::transfer:
      return fmt::format(
          "bound by transfers: for {} of a run tensors are copied between memories and nothing is "
          "computed",
          share(time.exposed_copies_ns));
    case Bound::compute: return "bound by arithmetic: " + at_peak(measured, *peak);
    case Bound::memory: return "bound by memory: " + at_peak(measured, *peak);
    case Bound::work: break;
  }
  return fmt::format("bound by the nodes' own work: {} of a run{}", share(time.compute_ns),
                     measured.uses_gpus || measured.work.unknown_nodes > 0
                         ? ""
                         : "; --peak tells whether arithmetic or memory is what takes the time");
}

std::string caution_sentence(const BenchCase& measured, Caution caution) {
  const SampleStatistics& statistics = measured.statistics;
  switch (caution) {
    case Caution::few_runs:
      return fmt::format(
          "few runs: {} say little about the high percentiles; --runs or --min-time takes more",
          statistics.count);
    case Caution::unstable:
      return fmt::format(
          "unstable: the times vary by {} of their mean, so small differences mean nothing; "
          "something else may be running on this machine",
          percent_text(statistics.variation()));
    case Caution::slow_start:
      return "slow start: the first of the runs took longer than the others; --warmup runs more "
             "before those that count";
    case Caution::drift:
      return "drift: the last third of the runs took another time than the third before; the "
             "machine's speed is changing";
    case Caution::short_runs:
      return "short runs: a run takes hardly longer than reading the clock does";
    case Caution::unknown_work:
      return fmt::format(
          "unknown work: GFLOP/s and GB/s leave out {} of {} nodes, whose work is not known before "
          "they run ({})",
          measured.work.unknown_nodes, measured.work.nodes,
          fmt::join(measured.work.unknown_ops, ", "));
    case Caution::busy_machine:
      return fmt::format(
          "busy machine: other programs had {} of the processors' time; the times are theirs too",
          percent_text(measured.part_of_others.value_or(0)));
    case Caution::busy_recorder: break;
  }
  return fmt::format(
      "recording: the run whose steps were recorded took {}, longer than others, so the breakdown "
      "is not quite theirs",
      time_text(static_cast<double>(measured.recorded.wall_ns)));
}

std::string_view verdict_clause(Verdict verdict) {
  switch (verdict) {
    case Verdict::no_regression: return "";
    case Verdict::regression: return ": a regression";
    case Verdict::undecided: break;
  }
  return "; whether that is a regression is left open, since other programs had the processors";
}

std::string comparison_sentence(const BaselineComparison& comparison) {
  const Slowdown& slowdown = comparison.slowdown;
  return fmt::format(
      "{} {} than the baseline, with a noise of {}{}", percent_text(std::abs(slowdown.part)),
      slowdown.part > 0 ? "slower" : "faster",
      std::isfinite(slowdown.noise) ? percent_text(slowdown.noise) : "unknown size (too few runs)",
      verdict_clause(comparison.verdict));
}

}  // namespace

std::string_view to_string(Bound bound) {
  switch (bound) {
    case Bound::launch: return "launch";
    case Bound::transfer: return "transfer";
    case Bound::compute: return "compute";
    case Bound::memory: return "memory";
    case Bound::work: break;
  }
  return "work";
}

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::no_regression: return "no-regression";
    case Verdict::regression: return "regression";
    case Verdict::undecided: break;
  }
  return "undecided";
}

std::string_view to_string(Caution caution) {
  switch (caution) {
    case Caution::few_runs: return "few-runs";
    case Caution::unstable: return "unstable";
    case Caution::slow_start: return "slow-start";
    case Caution::drift: return "drift";
    case Caution::short_runs: return "short-runs";
    case Caution::unknown_work: return "unknown-work";
    case Caution::busy_machine: return "busy-machine";
    case Caution::busy_recorder: break;
  }
  return "busy-recorder";
}

std::string bench_device(const DeviceName& device, bool is_simulated) {
  return (is_of_this_task(device) ? short_name(device) : to_string(device)) +
         (is_simulated ? " (simulated)" : "");
}

std::string copy_end(const CopyRoute::End& end, const std::vector<DeviceInfo>& devices) {
  const DeviceName& device = end.device;
  if (!end.is_host) {
    const auto info = std::ranges::find(devices, device, &DeviceInfo::name);
    return bench_device(device, info != devices.end() && info->is_simulated);
  }
  if (is_of_this_task(device)) return "host";
  return fmt::format("host of /job:{}/replica:{}/task:{}", device.job, device.replica, device.task);
}

std::vector<std::string> bench_introduction(const BenchResult& result) {
  std::vector<std::string> devices;
  bool is_simulated = false;
  for (const DeviceInfo& device : result.devices) {
    devices.push_back(bench_device(device.name, device.is_simulated));
    is_simulated = is_simulated || device.is_simulated;
  }
  std::vector<std::string> paragraphs = {
      fmt::format("{}: {} nodes on {}; threads: {} for a node, {} for nodes side by side",
                  result.graph, result.cases.empty() ? 0 : result.cases.front().work.nodes,
                  fmt::join(devices, ", "), result.intra_op_threads, result.inter_op_threads)};
  if (is_simulated) {
    paragraphs.emplace_back(
        "Simulated devices compute on this machine's processor: no figure here is a GPU's.");
  }
  if (result.peak) {
    paragraphs.push_back(fmt::format(
        "This machine's processor at most: {} GFLOP/s (float32 products), {} GB/s (copies within "
        "memory).",
        short_number(result.peak->operations_per_second / 1e9),
        short_number(result.peak->bytes_per_second / 1e9)));
  }
  return paragraphs;
}

std::vector<std::string> bench_sentences(const BenchResult& result) {
  std::vector<std::string> sentences;
  for (const BenchCase& measured : result.cases) {
    const std::string name =
        measured.parameters.empty() ? "" : case_name(measured.parameters) + ": ";
    sentences.push_back(name + bound_sentence(measured, result.peak));
    if (const auto& products = measured.products) {
      sentences.push_back(fmt::format(
          "{}of {} products of matrices that were written in chains of powers, {} ran: the work "
          "and the speeds are those of the products that ran",
          name, products->written, products->run));
    }
    for (const Caution caution : measured.cautions) {
      sentences.push_back(name + caution_sentence(measured, caution));
    }
    if (measured.comparison) sentences.push_back(name + comparison_sentence(*measured.comparison));
  }
  return sentences;
}

std::string regression_message(const BenchResult& result, const std::string& baseline_file) {
  std::string message;
  for (const BenchCase& measured : result.cases) {
    if (!measured.comparison || measured.comparison->verdict != Verdict::regression) continue;
    const BaselineComparison& comparison = *measured.comparison;
    const std::string name = case_name(measured.parameters);
    message += fmt::format(
        "{}{}{} {} slower than {}: more than the {} allowed and the noise of {}",
        message.empty() ? "" : "\n", result.graph, name.empty() ? ":" : " " + name + ":",
        percent_text(comparison.slowdown.part), baseline_file, percent_text(*comparison.threshold),
        percent_text(comparison.slowdown.noise));
  }
  return message;
}

}  // namespace graphrun
