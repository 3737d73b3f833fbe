#include "runtime/profile.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "runtime/run_tracks.h"

namespace graphrun {
namespace {

void add(TimeSpent& to, std::int64_t ns) {
  ++to.steps;
  to.ns += ns;
}

// The longest first; of equal ones the first by name.
template <typename Row>
void sort_by_time(std::vector<Row>& rows, std::string_view Row::*name) {
  std::ranges::sort(rows, [&](const Row& a, const Row& b) {
    return a.spent.ns != b.spent.ns ? a.spent.ns > b.spent.ns : a.*name < b.*name;
  });
}

std::vector<OpTime> op_times(const Graph& graph, const Plan& plan, const RunRecord& record) {
  std::map<std::string_view, TimeSpent> spent;
  for (StepId number = 0; number < plan.steps.size(); ++number) {
    const Step& step = plan.steps[number];
    const std::string_view op =
        step.is_copy ? "" : std::string_view(graph.node(step.node).op->name);
    add(spent[op], duration_ns(record.steps[number]));
  }
  std::vector<OpTime> rows;
  rows.reserve(spent.size());
  for (const auto& [op, time] : spent) rows.push_back({op, time});
  sort_by_time(rows, &OpTime::op);
  return rows;
}

std::vector<DeviceTime> device_times(const Placement& placement, const Plan& plan,
                                     const RunRecord& record) {
  std::map<DeviceIndex, DeviceTime> times;
  for (StepId number = 0; number < plan.steps.size(); ++number) {
    const Step& step = plan.steps[number];
    DeviceTime& time = times[device_of_step(placement, plan, step)];
    add(step.is_copy ? time.copying : time.computing, duration_ns(record.steps[number]));
  }
  std::vector<DeviceTime> rows;
  rows.reserve(times.size());
  for (auto& [device, time] : times) {
    time.device = device;
    rows.push_back(time);
  }
  return rows;
}

std::vector<ScopeTime> scope_times(const Graph& graph, const Plan& plan, const RunRecord& record) {
  std::unordered_map<std::string_view, TimeSpent> spent;
  for (StepId number = 0; number < plan.steps.size(); ++number) {
    const std::string_view name = graph.node(plan.steps[number].node).name;
    const std::int64_t ns = duration_ns(record.steps[number]);
    std::size_t slash = name.find('/');
    if (slash == std::string_view::npos) add(spent[""], ns);
    for (; slash != std::string_view::npos; slash = name.find('/', slash + 1)) {
      add(spent[name.substr(0, slash)], ns);
    }
  }
  std::vector<ScopeTime> rows;
  rows.reserve(spent.size());
  for (const auto& [scope, time] : spent) rows.push_back({scope, time});
  sort_by_time(rows, &ScopeTime::scope);
  return rows;
}

TrackTime track_time(const Track& track, const RunRecord& record) {
  TrackTime time{.lane = track.lane, .thread = track.thread, .steps = track.steps.size()};
  std::int64_t last_end = 0;
  for (const StepId number : track.steps) {
    const StepTime& step = record.steps[number];
    time.busy_ns += duration_ns(step);
    time.idle_ns += std::max<std::int64_t>(0, step.begin_ns - last_end);
    last_end = std::max(last_end, step.end_ns);
  }
  time.idle_ns += std::max<std::int64_t>(0, record.wall_ns - last_end);
  return time;
}

}  // namespace

DeviceIndex device_of_step(const Placement& placement, const Plan& plan, const Step& step) {
  if (step.lane != 0) return plan.lanes[step.lane].device;
  if (step.is_copy) return plan.spaces[plan.slots[step.first_output].space].device;
  return placement.nodes[step.node].device;
}

Profile make_profile(const Graph& graph, const Placement& placement, const Plan& plan,
                     const RunRecord& record) {
  Profile profile{.wall_ns = record.wall_ns};
  for (StepId number = 0; number < plan.steps.size(); ++number) {
    profile.work_ns += duration_ns(record.steps[number]);
    profile.steps.push_back(number);
  }
  std::ranges::stable_sort(profile.steps, std::ranges::greater(),
                           [&](StepId number) { return duration_ns(record.steps[number]); });
  profile.ops = op_times(graph, plan, record);
  profile.devices = device_times(placement, plan, record);
  profile.scopes = scope_times(graph, plan, record);
  for (const Track& track : tracks_of(plan, record)) {
    profile.tracks.push_back(track_time(track, record));
  }
  return profile;
}

}  // namespace graphrun
