// A benchmark for people: what was measured, tables, and what they mean.

#pragma once

#include <string>

#include "report/table.h"
#include "runtime/bench_result.h"

namespace graphrun {

// REQUIRES: there is a case.
std::string bench_text(const BenchResult& result, TableStyle style);

}  // namespace graphrun
