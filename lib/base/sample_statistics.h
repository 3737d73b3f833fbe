// What is said of repeated measurements of one thing.

#pragma once

#include <cstddef>
#include <span>

namespace graphrun {

struct SampleStatistics {
  std::size_t count = 0;
  double min = 0;
  double median = 0;
  double mean = 0;
  double p90 = 0;
  double p95 = 0;
  double p99 = 0;
  double max = 0;
  double deviation = 0;  // of the sample (divided by count - 1); 0 for one measurement

  // The coefficient of variation: the deviation as a part of the mean.
  double variation() const { return mean > 0 ? deviation / mean : 0; }
};

// REQUIRES: not empty.
SampleStatistics statistics_of(std::span<const double> samples);

double median_of(std::span<const double> samples);     // REQUIRES: not empty
double deviation_of(std::span<const double> samples);  // 0 where there are fewer than two

// Between neighbours it lies on the line from one to the other, as numpy's does.
// REQUIRES: sorted, not empty; 0 <= part <= 1.
double quantile(std::span<const double> sorted, double part);

}  // namespace graphrun
