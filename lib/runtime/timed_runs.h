// Runs something again and again, and takes the time of each.

#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace graphrun {

// Warm-up runs are the same runs, whose times are not kept.
struct RunBudget {
  int warmups = 3;
  double most_warmup_seconds = 1;  // no warm-up begins after so long
  // Runs are taken until there are so many and they took so long together.
  int least_runs = 5;
  double least_seconds = 1;
};

// No more than these are taken for the sake of `least_seconds`: they say nothing that the first
// million did not.
inline constexpr std::int64_t kMostRuns = 1'000'000;

// The time of each run in nanoseconds, in order. `report` is called between runs with the part of
// all that is done, from 0 to 1. What `run` throws passes through.
std::vector<double> timed_runs(const std::function<void()>& run, const RunBudget& budget,
                               const std::function<void(double)>& report);

}  // namespace graphrun
