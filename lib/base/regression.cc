#include "base/regression.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/sample_statistics.h"

namespace graphrun {
namespace {

// Enough for an estimate of their spread; few enough that a round outlasts a short disturbance.
constexpr std::size_t kRounds = 10;

// Student's t for one in two hundred on one side with 8 degrees of freedom: those of two
// measurements of five rounds, the fewest that are taken unless fewer runs are asked for.
constexpr double kNoiseFactor = 3.36;

// What two processes of one build differ by, though neither shows it: a graph of one node, whose
// rounds hardly differ within a process, takes from process to process times that deviate by this.
constexpr double kBetweenProcesses = 0.02;

double relative_deviation(std::span<const double> rounds) {
  return deviation_of(rounds) / median_of(rounds);
}

}  // namespace

std::vector<double> round_medians(std::span<const double> samples) {
  const std::size_t rounds = std::min(kRounds, samples.size());
  std::vector<double> medians;
  for (std::size_t i = 0; i < rounds; ++i) {
    const std::size_t first = samples.size() * i / rounds;
    const std::size_t end = samples.size() * (i + 1) / rounds;
    medians.push_back(median_of(samples.subspan(first, end - first)));
  }
  return medians;
}

Slowdown slowdown(std::span<const double> rounds_before, std::span<const double> rounds_now) {
  const double of_median = median_of(rounds_now) / median_of(rounds_before);
  const double of_fastest =
      *std::ranges::min_element(rounds_now) / *std::ranges::min_element(rounds_before);
  Slowdown slowdown{.part = std::min(of_median, of_fastest) - 1};
  if (rounds_before.size() < 2 || rounds_now.size() < 2) {
    slowdown.noise = std::numeric_limits<double>::infinity();
  } else {
    slowdown.noise = kNoiseFactor * std::hypot(relative_deviation(rounds_before),
                                               relative_deviation(rounds_now), kBetweenProcesses);
  }
  return slowdown;
}

}  // namespace graphrun
