// A benchmark as comma-separated values (RFC 4180, with "\n"): a line for each case.

#pragma once

#include <string>

#include "runtime/bench_result.h"

namespace graphrun {

// Times are in nanoseconds, speeds per second, parts between 0 and 1. A column's name says when a
// device is simulated. Cells that do not apply are empty. REQUIRES: there is a case.
std::string bench_csv(const BenchResult& result);

}  // namespace graphrun
