// Which steps of a run each thread of the host and each queue of a GPU worked through, and how much
// each memory held: a record in the order of time.

#pragma once

#include <cstdint>
#include <vector>

#include "runtime/plan.h"
#include "runtime/run_record.h"

namespace graphrun {

// A track does one step after another.
struct Track {
  LaneId lane = 0;
  std::uint32_t thread = 0;   // of the host's lane; 0 for a queue
  std::vector<StepId> steps;  // in the order in which they began
};

// The host's threads by number, as far as they did something, then each GPU's queues.
// REQUIRES: `record` is of `plan`, and so below.
std::vector<Track> tracks_of(const Plan& plan, const RunRecord& record);

struct MemorySample {
  std::int64_t at_ns = 0;
  std::size_t bytes = 0;
};

// What a memory held at the end of each step that made something there.
struct MemoryCurve {
  SpaceId space = 0;
  std::vector<MemorySample> samples;  // by time
};

// By space, those in which something was made.
std::vector<MemoryCurve> memory_curves(const Plan& plan, const RunRecord& record);

}  // namespace graphrun
