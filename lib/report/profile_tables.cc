#include "report/profile_tables.h"

#include <algorithm>

#include "report/bench_numbers.h"

namespace graphrun {
namespace {

// What one table says of times is a part of this.
class Parts {
 public:
  explicit Parts(std::int64_t whole_ns) : whole_ns_(whole_ns) {}

  std::string text(std::int64_t ns) const {
    return whole_ns_ <= 0 ? percent_text(0)
                          : percent_text(static_cast<double>(ns) / static_cast<double>(whole_ns_));
  }

 private:
  std::int64_t whole_ns_;
};

std::string time(std::int64_t ns) { return time_text(static_cast<double>(ns)); }

ProfileTable track_table(const ProfiledRun& run, const PlaceLabels& labels,
                         const Profile& profile) {
  Table table{.headings = {"queue or thread", "steps", "busy", "idle", "busy part"}, .names = 1};
  for (const TrackTime& track : profile.tracks) {
    table.rows.push_back({labels.track(run.plan, track.lane, track.thread),
                          std::to_string(track.steps), time(track.busy_ns), time(track.idle_ns),
                          Parts(track.busy_ns + track.idle_ns).text(track.busy_ns)});
  }
  return {"Queues and threads", std::move(table)};
}

ProfileTable device_table(const PlaceLabels& labels, const Profile& profile) {
  Table table{.headings = {"device", "nodes", "computing", "copies", "copying", "part of work"},
              .names = 1};
  for (const DeviceTime& device : profile.devices) {
    table.rows.push_back({labels.device(device.device), std::to_string(device.computing.steps),
                          time(device.computing.ns), std::to_string(device.copying.steps),
                          time(device.copying.ns),
                          Parts(profile.work_ns).text(device.computing.ns + device.copying.ns)});
  }
  return {"By device", std::move(table)};
}

ProfileTable node_table(const ProfiledRun& run, const PlaceLabels& labels, const Profile& profile,
                        std::size_t top) {
  Table table{.headings = {"node", "op", "device", "time", "part of work"}, .names = 3};
  const std::size_t rows = std::min(top, profile.steps.size());
  for (std::size_t i = 0; i < rows; ++i) {
    const Step& step = run.plan.steps[profile.steps[i]];
    const std::int64_t ns = duration_ns(run.record.steps[profile.steps[i]]);
    table.rows.push_back({step_name(run, labels, step),
                          step.is_copy ? "copy" : run.graph.node(step.node).op->name,
                          labels.device(device_of_step(run.placement, run.plan, step)), time(ns),
                          Parts(profile.work_ns).text(ns)});
  }
  return {"By node", std::move(table), profile.steps.size() - rows};
}

ProfileTable op_table(const Profile& profile, std::size_t top) {
  Table table{.headings = {"op", "nodes", "time", "part of work"}, .names = 1};
  const std::size_t rows = std::min(top, profile.ops.size());
  for (std::size_t i = 0; i < rows; ++i) {
    const OpTime& op = profile.ops[i];
    table.rows.push_back({op.op.empty() ? "copy" : std::string(op.op),
                          std::to_string(op.spent.steps), time(op.spent.ns),
                          Parts(profile.work_ns).text(op.spent.ns)});
  }
  return {"By op", std::move(table), profile.ops.size() - rows};
}

ProfileTable scope_table(const Profile& profile, std::size_t top) {
  Table table{.headings = {"name scope", "steps", "time", "part of work"}, .names = 1};
  const std::size_t rows = std::min(top, profile.scopes.size());
  for (std::size_t i = 0; i < rows; ++i) {
    const ScopeTime& scope = profile.scopes[i];
    table.rows.push_back({scope.scope.empty() ? "(none)" : std::string(scope.scope),
                          std::to_string(scope.spent.steps), time(scope.spent.ns),
                          Parts(profile.work_ns).text(scope.spent.ns)});
  }
  return {"By name scope", std::move(table), profile.scopes.size() - rows};
}

}  // namespace

std::vector<ProfileTable> profile_tables(const ProfiledRun& run, const PlaceLabels& labels,
                                         const Profile& profile, std::size_t top) {
  std::vector<ProfileTable> tables = {
      track_table(run, labels, profile), device_table(labels, profile),
      node_table(run, labels, profile, top), op_table(profile, top)};
  const bool has_scopes = std::ranges::any_of(
      profile.scopes, [](const ScopeTime& scope) { return !scope.scope.empty(); });
  if (has_scopes) tables.push_back(scope_table(profile, top));
  return tables;
}

std::string step_name(const ProfiledRun& run, const PlaceLabels& labels, const Step& step) {
  if (!step.is_copy) return std::string(run.graph.node(step.node).name);
  const Slot& slot = run.plan.slots[step.first_output];
  return run.graph.tensor_name(slot.tensor) + " to " + labels.memory(run.plan.spaces[slot.space]);
}

std::string simulation_note(const PlaceLabels& labels, const Profile& profile) {
  std::vector<DeviceIndex> devices;
  for (const DeviceTime& device : profile.devices) devices.push_back(device.device);
  return labels.simulation_note(devices);
}

}  // namespace graphrun
