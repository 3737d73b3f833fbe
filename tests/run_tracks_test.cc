#include "runtime/run_tracks.h"

#include <algorithm>
#include <set>

#include "catch.h"
#include "profile_fixture.h"

namespace graphrun {
namespace {

using profile_fixture::Profiled;

TEST_CASE("every step is on one track, in the order of time") {
  Profiled made;
  std::swap(made.record.steps[0], made.record.steps[9]);  // both the host's
  std::set<StepId> seen;
  for (const Track& track : tracks_of(made.plan, made.record)) {
    CHECK(std::ranges::is_sorted(
        track.steps, {}, [&](StepId number) { return made.record.steps[number].begin_ns; }));
    for (const StepId number : track.steps) {
      CHECK(seen.insert(number).second);
      CHECK(made.plan.steps[number].lane == track.lane);
      if (track.lane == 0) CHECK(made.record.steps[number].thread == track.thread);
    }
  }
  CHECK(seen.size() == made.plan.steps.size());
}

TEST_CASE("a memory's curve has a sample for each step that makes something there") {
  const Profiled made;
  const std::vector<MemoryCurve> curves = memory_curves(made.plan, made.record);
  REQUIRE(curves.size() == 3);
  std::size_t samples = 0;
  for (const MemoryCurve& curve : curves) {
    samples += curve.samples.size();
    CHECK(std::ranges::is_sorted(curve.samples, {}, &MemorySample::at_ns));
    for (const MemorySample& sample : curve.samples) {
      const auto step = std::ranges::find(made.record.steps, sample.at_ns, &StepTime::end_ns);
      REQUIRE(step != made.record.steps.end());
      CHECK(step->bytes_in_use == sample.bytes);
    }
  }
  CHECK(samples == made.plan.steps.size());
}

TEST_CASE("a step without outputs says nothing of memory") {
  const Profiled made("nodes:\n  - {op: NoOp, name: nothing}\nfetch: [nothing]\n", 0);
  CHECK(tracks_of(made.plan, made.record).size() == 1);
  CHECK(memory_curves(made.plan, made.record).empty());
}

}  // namespace
}  // namespace graphrun
