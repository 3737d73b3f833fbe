// Where the time of a run went, from its record.

#pragma once

#include <cstdint>

#include "runtime/plan.h"
#include "runtime/run_record.h"

namespace graphrun {

// Times in nanoseconds. Kinds of work overlap, so their times may add up to more than the wall's;
// exposed copies, computing and nothing running together are the wall's time.
struct RunBreakdown {
  std::int64_t wall_ns = 0;
  std::int64_t host_to_device_ns = 0;  // at least one such copy was on its way
  std::int64_t compute_ns = 0;         // at least one node was computed
  std::int64_t device_to_host_ns = 0;
  std::int64_t device_to_device_ns = 0;
  std::int64_t exposed_copies_ns = 0;  // of copies, while nothing was computed
  std::int64_t idle_ns = 0;            // nothing ran: steps were being handed over
  // Idle, and what the nodes cost to start: for each as much as the quickest of the run, and 2 µs
  // at most.
  std::int64_t launch_ns = 0;
};

// REQUIRES: `record` is of a run of `plan`.
RunBreakdown run_breakdown(const Plan& plan, const RunRecord& record);

}  // namespace graphrun
