#include "base/regression.h"

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "catch.h"

namespace graphrun {
namespace {

using Samples = std::vector<double>;

// Times of a process that takes 1000 on average: what varies from process to process, from round
// to round and from run to run, as parts of it.
struct Made {
  double level = 1000;
  double of_process = 0;
  double of_round = 0;
  double of_run = 0;

  Samples runs(std::uint32_t seed, int count = 200) const {
    std::mt19937 generator(seed);
    std::normal_distribution<double> normal;
    // Disturbances only make a run longer.
    const auto disturbed = [&](double by) { return 1 + by * std::abs(normal(generator)); };
    const double process = level * disturbed(of_process);
    Samples runs;
    double round = process;
    for (int i = 0; i < count; ++i) {
      if (i % 20 == 0) round = process * disturbed(of_round);
      runs.push_back(round * disturbed(of_run));
    }
    return runs;
  }
};

int alarms(const Made& before, const Made& now, double threshold, int pairs = 500) {
  int alarms = 0;
  for (int i = 0; i < pairs; ++i) {
    const auto seed = static_cast<std::uint32_t>(2 * i);
    const Samples a = round_medians(before.runs(seed));
    const Samples b = round_medians(now.runs(seed + 1));
    if (slowdown(a, b).exceeds(threshold)) ++alarms;
  }
  return alarms;
}

TEST_CASE("a build beside itself raises no alarm") {
  const Made quiet{.of_run = 0.02};
  CHECK(alarms(quiet, quiet, 0.01) == 0);
}

TEST_CASE("a build beside itself raises hardly an alarm where rounds and processes differ") {
  const Made noisy{.of_process = 0.02, .of_round = 0.05, .of_run = 0.3};
  CHECK(alarms(noisy, noisy, 0.05) <= 5);
}

TEST_CASE("a slower build raises an alarm") {
  const Made before{.of_run = 0.02};
  const Made now{.level = 1100, .of_run = 0.02};
  CHECK(alarms(before, now, 0.05) == 500);
  CHECK(alarms(now, before, 0.05) == 0);
}

TEST_CASE("a slower build within the threshold raises none") {
  const Made before{.of_run = 0.001};
  const Made now{.level = 1040, .of_run = 0.001};
  CHECK(alarms(before, now, 0.05) == 0);
}

TEST_CASE("a slower build within the noise raises none") {
  const Samples before = {100, 130, 100, 130, 100};
  const Samples now = {115, 145, 115, 145, 115};
  const Slowdown difference = slowdown(before, now);
  CHECK(difference.part == Approx(0.15));
  CHECK(difference.noise > 0.15);
  CHECK_FALSE(difference.exceeds(0.05));
}

TEST_CASE("a disturbance of some rounds is not a slower build") {
  const Samples before = {100, 100, 100, 100, 101};
  const Samples now = {100, 130, 131, 130, 132};  // the fastest round is what it was
  CHECK(slowdown(before, now).part == Approx(0));
}

TEST_CASE("a faster build has a negative slowdown") {
  CHECK(slowdown(Samples{100, 101}, Samples{50, 51}).part == Approx(50.0 / 100 - 1).margin(0.01));
}

TEST_CASE("one round tells nothing of the noise") {
  const Slowdown difference = slowdown(Samples{100}, Samples{200});
  CHECK(difference.part == Approx(1));
  CHECK(std::isinf(difference.noise));
  CHECK_FALSE(difference.exceeds(0.05));
}

TEST_CASE("rounds are neighbouring runs, ten at most") {
  Samples runs;
  for (int i = 0; i < 100; ++i) runs.push_back(i);
  CHECK(round_medians(runs) == Samples{4.5, 14.5, 24.5, 34.5, 44.5, 54.5, 64.5, 74.5, 84.5, 94.5});
  CHECK(round_medians(Samples{3, 1, 2}) == Samples{3, 1, 2});
  CHECK(round_medians(Samples(11, 5.0)) == Samples(10, 5.0));
}

}  // namespace
}  // namespace graphrun
