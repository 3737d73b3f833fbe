// What a benchmark's figures mean: what bounds the run, and why they should not be trusted.

#pragma once

#include <optional>
#include <vector>

#include "runtime/bench_result.h"

namespace graphrun {

// Whatever takes the largest part of the recorded time: launching, copies beside which nothing is
// computed, or the nodes' work. That is arithmetic or memory, whichever would take longer at the
// machine's peak.
Bound bound_of(const BenchCase& measured, const std::optional<ProcessorPeak>& peak);

// REQUIRES: there were runs.
std::vector<Caution> cautions_of(const BenchCase& measured);

// Whether other programs had so much of the processors' time that the times are theirs too.
bool is_disturbed(const BenchCase& measured);

// Sets statistics, bound and cautions.
void judge(BenchCase& measured, const std::optional<ProcessorPeak>& peak);

}  // namespace graphrun
