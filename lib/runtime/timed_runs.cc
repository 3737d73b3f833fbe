#include "runtime/timed_runs.h"

#include <algorithm>
#include <chrono>

namespace graphrun {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace

std::vector<double> timed_runs(const std::function<void()>& run, const RunBudget& budget,
                               const std::function<void(double)>& report) {
  report(0);
  const auto warmups_begin = Clock::now();
  for (int i = 0; i < budget.warmups; ++i) {
    if (seconds_since(warmups_begin) >= budget.most_warmup_seconds) break;
    run();
  }
  std::vector<double> times;
  double seconds = 0;  // of the runs alone
  while (true) {
    const auto runs = static_cast<std::int64_t>(times.size());
    const bool is_long = seconds >= budget.least_seconds || runs >= kMostRuns;
    if (runs >= budget.least_runs && is_long) break;
    const auto begin = Clock::now();
    run();
    const double took = seconds_since(begin);
    times.push_back(took * 1e9);
    seconds += took;
    const double runs_done = budget.least_runs > 0 ? static_cast<double>(times.size()) /
                                                         static_cast<double>(budget.least_runs)
                                                   : 1;
    const double time_done = budget.least_seconds > 0 ? seconds / budget.least_seconds : 1;
    report(std::min({1.0, runs_done, time_done}));
  }
  return times;
}

}  // namespace graphrun
