// graphrun bench GRAPH: run it many times, say how long it takes and why.

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>

#include "app/bench_option.h"
#include "app/bench_subject.h"
#include "app/commands.h"
#include "app/logging.h"
#include "app/output.h"
#include "app/progress_bar.h"
#include "app/sweep_option.h"
#include "base/error.h"
#include "files/text_file.h"
#include "kernels/cpu_peak.h"
#include "report/bench_baseline_json.h"
#include "report/bench_csv.h"
#include "report/bench_json.h"
#include "report/bench_text.h"
#include "report/bench_words.h"
#include "runtime/bench_baseline.h"
#include "runtime/bench_findings.h"
#include "runtime/compute_share.h"
#include "runtime/interrupt.h"
#include "runtime/regression_trial.h"

namespace graphrun {
namespace {

struct Options {
  BenchSubjectOptions subject;
  SweepOption sweep;
  BenchOption bench;
  LoggingOption logging;
};

class Bench {
 public:
  explicit Bench(const Options& options)
      : options_(options),
        threshold_(options.bench.regression_threshold()),
        progress_(!options.logging.quiet) {
    if (options_.subject.graph.file == "-") options_.subject.graph.text = read_text_file("-");
    combinations_ = combinations(options.sweep.sweeps());
    if (const std::string& file = options.bench.baseline; !file.empty()) {
      options_.subject.is_compared = true;
      baseline_ = parse_bench_baseline(file, read_text_file(file));
      for (const auto& parameters : combinations_) baseline_->find(parameters);
    }
  }

  BenchResult measure_all() {
    for (const auto& parameters : combinations_) result_.cases.push_back(measure(parameters));
    if (options_.bench.peak) {
      progress_.clear();
      progress_.show("peak of this machine", 0);
      result_.peak = measure_cpu_peak();
    }
    progress_.clear();
    for (BenchCase& measured : result_.cases) judge(measured, result_.peak);
    return std::move(result_);
  }

 private:
  BenchCase measure(const std::vector<BenchParameter>& parameters) {
    BenchCase measured = measure_once(parameters);
    if (!baseline_) return measured;
    compare(measured);
    if (!threshold_) return measured;
    RegressionTrial trial(*threshold_);
    auto verdict = trial.hear(measured.comparison->slowdown, is_disturbed(measured));
    while (!verdict) {
      // Each with a session, and so with memory, of its own.
      BenchCase again = measure_once(parameters);
      compare(again);
      verdict = trial.hear(again.comparison->slowdown, is_disturbed(again));
      const bool is_better = again.comparison->slowdown.part < measured.comparison->slowdown.part;
      if (is_better || verdict == Verdict::no_regression) measured = std::move(again);
    }
    measured.comparison->verdict = *verdict;
    if (verdict == Verdict::undecided) {
      spdlog::warn("{}{}: slower than the baseline, but the machine is too busy to tell why",
                   result_.graph, parameters.empty() ? "" : " " + case_name(parameters));
    }
    return measured;
  }

  BenchCase measure_once(const std::vector<BenchParameter>& parameters) {
    BenchSubject subject(options_.subject, parameters);
    if (result_.cases.empty()) {
      result_.graph = subject.graph();
      result_.devices = subject.devices();
      result_.intra_op_threads = intra_op_threads();
      result_.inter_op_threads = subject.inter_op_threads();
      if (baseline_) baseline_->require_same_setting(result_);
    }
    const std::string label = fmt::format("{} {} of {}", case_name(parameters),
                                          result_.cases.size() + 1, combinations_.size());
    return subject.measure(options_.bench.budget(),
                           [&](double part) { progress_.show(label, part); });
  }

  void compare(BenchCase& measured) const {
    measured.comparison = {.slowdown = slowdown(baseline_->find(measured.parameters).round_ns,
                                                round_medians(measured.run_ns)),
                           .threshold = threshold_};
  }

  Options options_;
  std::optional<double> threshold_;
  std::vector<std::vector<BenchParameter>> combinations_;
  std::optional<BenchBaseline> baseline_;
  ProgressBar progress_;
  BenchResult result_;
};

std::string in_format(const BenchResult& result, const std::string& format) {
  if (format == "csv") return bench_csv(result);
  if (format == "json") return bench_json(result);
  return bench_text(result, format == "markdown" ? TableStyle::markdown : TableStyle::text);
}

void run(const Options& options) {
  options.logging.apply();
  catch_interrupts();
  const BenchResult result = Bench(options).measure_all();
  print(in_format(result, options.bench.format));
  flush_output();
  if (!options.bench.save_baseline.empty()) {
    write_text_file(options.bench.save_baseline, bench_baseline_json(baseline_of(result)));
  }
  const std::string regressions = regression_message(result, options.bench.baseline);
  if (!regressions.empty()) throw Error(ExitStatus::mismatch, regressions);
}

}  // namespace

void add_bench_command(CLI::App& cli) {
  CLI::App* command =
      cli.add_subcommand("bench", "Run a graph many times; say how long it takes, and why");
  auto options = std::make_shared<Options>();
  options->subject.graph.add_to(*command);
  options->subject.placement.add_softness_to(*command);
  options->subject.devices.add_to(*command);
  options->subject.passes.add_to(*command);
  options->subject.session.add_to(*command);
  options->bench.add_to(*command);
  options->sweep.add_to(*command);
  options->logging.add_to(*command);
  command->callback([options] { run(*options); });
}

}  // namespace graphrun
