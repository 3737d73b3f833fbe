// When each step of a run began and ended, and where: what profiles and traces are made of.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace graphrun {

// A step of the plan. Times are in nanoseconds since the run began.
struct StepTime {
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  // Host steps: the thread, 0 being the one that called. A GPU's lanes have a thread each.
  std::uint32_t thread = 0;
  // In use, after the step, in the memory that its first output is in.
  std::size_t bytes_in_use = 0;
};

struct RunRecord {
  std::vector<StepTime> steps;  // by StepId
  std::int64_t wall_ns = 0;     // of the whole run, feeds and results included
};

}  // namespace graphrun
