// What a benchmark's findings are called: in data, and in sentences.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "runtime/bench_result.h"

namespace graphrun {

std::string_view to_string(Bound bound);      // "transfer": for data
std::string_view to_string(Verdict verdict);  // "no-regression": for data
std::string_view to_string(Caution caution);  // "few-runs": for data

// "/gpu:0 (simulated)"
std::string bench_device(const DeviceName& device, bool is_simulated);
// "host", "/gpu:0 (simulated)"; a host of another task by its name. `devices` are the result's.
std::string copy_end(const CopyRoute::End& end, const std::vector<DeviceInfo>& devices);

// A paragraph that says what was measured; one more where devices are simulated. Without newlines.
std::vector<std::string> bench_introduction(const BenchResult& result);

// For each case: what bounds it, why its figures should not be trusted, how it compares with the
// baseline. Each begins with the case's name where there are several.
std::vector<std::string> bench_sentences(const BenchResult& result);

// The message that the program ends with: every case that is a regression; empty where none is.
std::string regression_message(const BenchResult& result, const std::string& baseline_file);

}  // namespace graphrun
