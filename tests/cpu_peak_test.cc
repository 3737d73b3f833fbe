#include "kernels/cpu_peak.h"

#include <cmath>

#include "catch.h"

namespace graphrun {
namespace {

TEST_CASE("a processor multiplies and copies at some speed") {
  const ProcessorPeak peak = measure_cpu_peak();
  CHECK(std::isfinite(peak.operations_per_second));
  CHECK(std::isfinite(peak.bytes_per_second));
  CHECK(peak.operations_per_second > 1e6);
  CHECK(peak.bytes_per_second > 1e6);
}

}  // namespace
}  // namespace graphrun
