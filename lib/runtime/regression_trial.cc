#include "runtime/regression_trial.h"

namespace graphrun {

std::optional<Verdict> RegressionTrial::hear(const Slowdown& slowdown, bool is_disturbed) {
  ++measurements_;
  if (!slowdown.exceeds(threshold_)) return Verdict::no_regression;
  if (!is_disturbed) ++accusations_;
  if (accusations_ == kAccusations) return Verdict::regression;
  if (measurements_ == kMostMeasurements) return Verdict::undecided;
  return std::nullopt;
}

}  // namespace graphrun
