// Where the time of a run went: by node, by op, by device, by name scope, and how busy each thread
// of the host and each queue of a GPU was. Worked out from a record; nothing is measured here.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graph/graph.h"
#include "placement/placement.h"
#include "runtime/plan.h"
#include "runtime/run_record.h"

namespace graphrun {

// Of steps that something has in common.
struct TimeSpent {
  std::uint64_t steps = 0;
  std::int64_t ns = 0;  // from their beginnings to their ends, added up
};

struct OpTime {
  std::string_view op;  // empty: copies between memories
  TimeSpent spent;
};

// The node on its device; a copy is its queue's, or the host's that it goes to.
struct DeviceTime {
  DeviceIndex device = 0;
  TimeSpent computing;
  TimeSpent copying;
};

// "tower_0" holds all of "tower_0/layer_1"; nodes outside of every scope are in "".
struct ScopeTime {
  std::string_view scope;
  TimeSpent spent;
};

// A thread of the host, or a queue. busy_ns and idle_ns are measured apart, the gaps between its
// steps being the idle time; together they are the run's wall time.
struct TrackTime {
  LaneId lane = 0;
  std::uint32_t thread = 0;
  std::uint64_t steps = 0;
  std::int64_t busy_ns = 0;
  std::int64_t idle_ns = 0;
};

struct Profile {
  std::int64_t wall_ns = 0;
  std::int64_t work_ns = 0;   // all steps, added up: more than wall_ns where they ran side by side
  std::vector<StepId> steps;  // the longest first
  std::vector<OpTime> ops;
  std::vector<DeviceTime> devices;  // those with work, by device
  std::vector<ScopeTime> scopes;    // views of node names, which live as long as the graph
  std::vector<TrackTime> tracks;    // as tracks_of() has them
};

// REQUIRES: `record` is of `plan`, and `plan` of the others.
Profile make_profile(const Graph& graph, const Placement& placement, const Plan& plan,
                     const RunRecord& record);

// The device that a step counts for.
DeviceIndex device_of_step(const Placement& placement, const Plan& plan, const Step& step);

inline std::int64_t duration_ns(const StepTime& time) { return time.end_ns - time.begin_ns; }

}  // namespace graphrun
