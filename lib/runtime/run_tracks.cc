#include "runtime/run_tracks.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace graphrun {

std::vector<Track> tracks_of(const Plan& plan, const RunRecord& record) {
  std::map<std::pair<LaneId, std::uint32_t>, std::vector<StepId>> steps;
  for (StepId number = 0; number < plan.steps.size(); ++number) {
    const LaneId lane = plan.steps[number].lane;
    steps[{lane, lane == 0 ? record.steps[number].thread : 0}].push_back(number);
  }
  std::vector<Track> tracks;
  for (auto& [who, of_track] : steps) {
    std::ranges::stable_sort(of_track, {},
                             [&](StepId number) { return record.steps[number].begin_ns; });
    tracks.push_back({who.first, who.second, std::move(of_track)});
  }
  std::ranges::sort(tracks, {}, [&](const Track& track) {
    const Lane& lane = plan.lanes[track.lane];
    return std::tuple(track.lane != 0, lane.device, lane.kind, track.thread);
  });
  return tracks;
}

std::vector<MemoryCurve> memory_curves(const Plan& plan, const RunRecord& record) {
  std::vector<MemoryCurve> curves(plan.spaces.size());
  for (SpaceId space = 0; space < curves.size(); ++space) curves[space].space = space;
  for (StepId number = 0; number < plan.steps.size(); ++number) {
    const Step& step = plan.steps[number];
    if (step.outputs == 0) continue;
    const StepTime& time = record.steps[number];
    curves[plan.slots[step.first_output].space].samples.push_back({time.end_ns, time.bytes_in_use});
  }
  std::erase_if(curves, [](const MemoryCurve& curve) { return curve.samples.empty(); });
  for (MemoryCurve& curve : curves) {
    std::ranges::stable_sort(curve.samples, {}, &MemorySample::at_ns);
  }
  return curves;
}

}  // namespace graphrun
