// A benchmark's baseline as a file.

#pragma once

#include <string>

#include "runtime/bench_baseline.h"

namespace graphrun {

std::string bench_baseline_json(const BenchBaseline& baseline);

// `file` is for messages. Throws Error(file) where the text is no baseline.
BenchBaseline parse_bench_baseline(const std::string& file, const std::string& text);

}  // namespace graphrun
