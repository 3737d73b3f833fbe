// A benchmark as data.

#pragma once

#include <string>

#include "runtime/bench_result.h"

namespace graphrun {

// Times are in nanoseconds, speeds per second, parts between 0 and 1; docs/bench.md has the keys.
std::string bench_json(const BenchResult& result);

}  // namespace graphrun
