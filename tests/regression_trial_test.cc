#include "runtime/regression_trial.h"

#include "catch.h"

namespace graphrun {
namespace {

constexpr Slowdown kSlower{.part = 0.2, .noise = 0.1};
constexpr Slowdown kNoisy{.part = 0.2, .noise = 0.3};
constexpr Slowdown kEqual{.part = 0.01, .noise = 0.1};

TEST_CASE("three measurements that are slower make a regression") {
  RegressionTrial trial(0.05);
  CHECK(trial.hear(kSlower, false) == std::nullopt);
  CHECK(trial.hear(kSlower, false) == std::nullopt);
  CHECK(trial.hear(kSlower, false) == Verdict::regression);
}

TEST_CASE("any measurement that is not slower acquits") {
  CHECK(RegressionTrial(0.05).hear(kEqual, false) == Verdict::no_regression);
  CHECK(RegressionTrial(0.05).hear(kNoisy, false) == Verdict::no_regression);
  CHECK(RegressionTrial(0.05).hear(kEqual, true) == Verdict::no_regression);
  RegressionTrial trial(0.05);
  CHECK(trial.hear(kSlower, false) == std::nullopt);
  CHECK(trial.hear(kSlower, false) == std::nullopt);
  CHECK(trial.hear(kNoisy, false) == Verdict::no_regression);
}

TEST_CASE("a slowdown within the threshold acquits") {
  CHECK(RegressionTrial(0.25).hear(kSlower, false) == Verdict::no_regression);
}

TEST_CASE("a disturbed measurement accuses nobody, and is made again") {
  RegressionTrial trial(0.05);
  CHECK(trial.hear(kSlower, true) == std::nullopt);
  CHECK(trial.hear(kSlower, false) == std::nullopt);
  CHECK(trial.hear(kSlower, true) == std::nullopt);
  CHECK(trial.hear(kSlower, false) == std::nullopt);
  CHECK(trial.hear(kSlower, false) == Verdict::regression);
}

TEST_CASE("a machine that does not become quiet leaves the matter undecided") {
  RegressionTrial trial(0.05);
  for (int i = 1; i < RegressionTrial::kMostMeasurements; ++i) {
    CHECK(trial.hear(kSlower, true) == std::nullopt);
  }
  CHECK(trial.hear(kSlower, true) == Verdict::undecided);
}

}  // namespace
}  // namespace graphrun
