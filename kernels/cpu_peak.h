// What the processor can do at most, measured by what the kernels themselves use: oneDNN's product,
// and a copy within memory by all threads.

#pragma once

#include "runtime/bench_result.h"

namespace graphrun {

// Takes about a second, with as many threads as a node may use (runtime/compute_share.h).
ProcessorPeak measure_cpu_peak();

}  // namespace graphrun
