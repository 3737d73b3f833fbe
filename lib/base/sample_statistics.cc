#include "base/sample_statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace graphrun {
namespace {

std::vector<double> sorted_copy(std::span<const double> samples) {
  std::vector<double> sorted(samples.begin(), samples.end());
  std::ranges::sort(sorted);
  return sorted;
}

double mean_of(std::span<const double> samples) {
  return std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
}

}  // namespace

double quantile(std::span<const double> sorted, double part) {
  const double at = part * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

double median_of(std::span<const double> samples) { return quantile(sorted_copy(samples), 0.5); }

double deviation_of(std::span<const double> samples) {
  if (samples.size() < 2) return 0;
  const double mean = mean_of(samples);
  double squares = 0;
  for (const double sample : samples) squares += (sample - mean) * (sample - mean);
  return std::sqrt(squares / static_cast<double>(samples.size() - 1));
}

SampleStatistics statistics_of(std::span<const double> samples) {
  const std::vector<double> sorted = sorted_copy(samples);
  return {.count = sorted.size(),
          .min = sorted.front(),
          .median = quantile(sorted, 0.5),
          .mean = mean_of(samples),
          .p90 = quantile(sorted, 0.9),
          .p95 = quantile(sorted, 0.95),
          .p99 = quantile(sorted, 0.99),
          .max = sorted.back(),
          .deviation = deviation_of(samples)};
}

}  // namespace graphrun
