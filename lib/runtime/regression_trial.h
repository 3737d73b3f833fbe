// How many measurements it takes to call a build slower.
//
// One that is not slower acquits. One that is slower, on a machine that nobody disturbed, accuses;
// kAccusations of them make a regression. One that is slower while other programs had the
// processors says nothing, and another is made in the hope of quiet; after kMostMeasurements the
// matter is left undecided.

#pragma once

#include <cstdint>
#include <optional>

#include "base/regression.h"

namespace graphrun {

enum class Verdict : std::uint8_t { no_regression, regression, undecided };

class RegressionTrial {
 public:
  static constexpr int kAccusations = 3;
  static constexpr int kMostMeasurements = 6;

  explicit RegressionTrial(double threshold) : threshold_(threshold) {}

  // nullopt: another measurement is needed.
  std::optional<Verdict> hear(const Slowdown& slowdown, bool is_disturbed);

 private:
  double threshold_;
  int measurements_ = 0;
  int accusations_ = 0;
};

}  // namespace graphrun
