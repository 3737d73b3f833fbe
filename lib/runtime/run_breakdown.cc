#include "runtime/run_breakdown.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace graphrun {
namespace {

// More than any node costs to start: the quickest node of a run may have had much to do.
constexpr std::int64_t kMostLaunchNs = 2000;

enum Kind : std::uint8_t { host_to_device, compute, device_to_host, device_to_device };
constexpr std::size_t kKinds = 4;

// A copy between the memories of two hosts is work of the processor.
Kind kind_of(const Plan& plan, const Step& step) {
  if (!step.is_copy) return compute;
  const bool from_host = plan.spaces[plan.slots[plan.inputs_of(step).front()].space].is_host;
  const bool to_host = plan.spaces[plan.slots[step.first_output].space].is_host;
  if (from_host && to_host) return compute;
  if (from_host) return host_to_device;
  return to_host ? device_to_host : device_to_device;
}

// A step begins (+1) or ends (-1).
struct Change {
  std::int64_t at_ns;
  Kind kind;
  int by;
};

}  // namespace

RunBreakdown run_breakdown(const Plan& plan, const RunRecord& record) {
  std::vector<Change> changes;
  changes.reserve(2 * record.steps.size());
  std::int64_t least_node_ns = kMostLaunchNs;
  for (std::size_t i = 0; i < record.steps.size(); ++i) {
    const StepTime& time = record.steps[i];
    const Kind kind = kind_of(plan, plan.steps[i]);
    changes.push_back({time.begin_ns, kind, 1});
    changes.push_back({time.end_ns, kind, -1});
    if (kind == compute) least_node_ns = std::min(least_node_ns, time.end_ns - time.begin_ns);
  }
  std::ranges::sort(changes, {}, &Change::at_ns);

  std::array<std::int64_t, kKinds> busy_ns{};
  std::array<int, kKinds> running{};
  RunBreakdown breakdown{.wall_ns = record.wall_ns};
  std::int64_t from_ns = 0;
  const auto pass_until = [&](std::int64_t until_ns) {
    const std::int64_t ns = until_ns - from_ns;
    bool is_idle = true;
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      if (running[kind] == 0) continue;
      busy_ns[kind] += ns;
      is_idle = false;
    }
    if (is_idle) {
      breakdown.idle_ns += ns;
    } else if (running[compute] == 0) {
      breakdown.exposed_copies_ns += ns;
    }
    from_ns = until_ns;
  };
  for (const Change& change : changes) {
    pass_until(change.at_ns);
    running[change.kind] += change.by;
  }
  pass_until(std::max(record.wall_ns, from_ns));
  breakdown.wall_ns = from_ns;
  breakdown.host_to_device_ns = busy_ns[host_to_device];
  breakdown.compute_ns = busy_ns[compute];
  breakdown.device_to_host_ns = busy_ns[device_to_host];
  breakdown.device_to_device_ns = busy_ns[device_to_device];

  // Nodes that run side by side are started side by side.
  double all_ns = 0;
  double starting_ns = 0;
  for (std::size_t i = 0; i < record.steps.size(); ++i) {
    if (kind_of(plan, plan.steps[i]) != compute) continue;
    all_ns += static_cast<double>(record.steps[i].end_ns - record.steps[i].begin_ns);
    starting_ns += static_cast<double>(least_node_ns);
  }
  const double part = all_ns > 0 ? starting_ns / all_ns : 0;
  breakdown.launch_ns =
      breakdown.idle_ns + static_cast<std::int64_t>(part * static_cast<double>(busy_ns[compute]));
  return breakdown;
}

}  // namespace graphrun
