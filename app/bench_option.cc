#include "app/bench_option.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/error.h"

namespace graphrun {
namespace {

constexpr const char* kMeasuring = "Measuring";
constexpr int kMostOfAnything = 1'000'000'000;

}  // namespace

void BenchOption::add_to(CLI::App& command) {
  const auto add = [&](const char* name, auto& value, const char* meaning, const char* type) {
    return command.add_option(name, value, meaning)->type_name(type)->group(kMeasuring);
  };
  // Without the check's own words, which would repeat the bounds in every line of --help.
  const auto at_least = [](double least) {
    return CLI::Validator(
        [least](const std::string& text) {
          double number = 0;
          const bool is_good = CLI::detail::lexical_cast(text, number) && number >= least &&
                               number <= kMostOfAnything;
          return is_good ? std::string()
                         : fmt::format("expected a number from {} to {}, got {}", least,
                                       kMostOfAnything, text);
        },
        "");
  };
  add("--warmup", warmup, "Runs before those that count (unless set: 3)", "N")->check(at_least(0));
  add("--runs", runs, "Runs that count (unless set: a second of them, and 5 at least)", "N")
      ->check(at_least(1));
  add("--min-time", min_seconds, "Seconds that these runs take together", "S")->check(at_least(0));
  command
      .add_flag("--peak", peak,
                "Measure what this machine can do at most, and say what part of it is reached")
      ->group(kMeasuring);
  add("--format", format, "How it is printed", "FORMAT")
      ->check(CLI::IsMember({"text", "csv", "json", "markdown"}));
  add("--save-baseline", save_baseline, "Keep the times, for --baseline", "FILE");
  auto* compare = add("--baseline", baseline, "Compare with times that were kept", "FILE");
  add("--fail-on-regression", fail_on_regression,
      "5%: exit 1 when a row is slower than the baseline's by more than this and more than the "
      "noise",
      "PERCENT")
      ->needs(compare);
}

RunBudget BenchOption::budget() const {
  RunBudget budget;
  if (warmup) {
    budget.warmups = *warmup;
    budget.most_warmup_seconds = std::numeric_limits<double>::infinity();
  }
  if (runs) {
    budget.least_runs = *runs;
    budget.least_seconds = 0;
  }
  if (min_seconds) {
    budget.least_seconds = *min_seconds;
    if (!runs) budget.least_runs = 1;
  }
  return budget;
}

std::optional<double> BenchOption::regression_threshold() const {
  if (fail_on_regression.empty()) return std::nullopt;
  double percent = 0;
  const char* last = fail_on_regression.data() + fail_on_regression.size();
  const auto [end, status] = std::from_chars(fail_on_regression.data(), last, percent);
  const bool is_number = status == std::errc() && std::isfinite(percent) && percent >= 0;
  if (!is_number || std::string_view(end, last) != "%") {
    throw Error(ExitStatus::usage, "--fail-on-regression: expected a percentage such as 5%, got " +
                                       fail_on_regression);
  }
  return percent / 100;
}

}  // namespace graphrun
