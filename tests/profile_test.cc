#include "runtime/profile.h"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "catch.h"
#include "places.h"
#include "profile_fixture.h"

namespace graphrun {
namespace {

using profile_fixture::Profiled;
using session_fixture::machine;
using session_fixture::ops;
using session_fixture::Running;

Profile profile_of(const Profiled& made) {
  return make_profile(made.model.graph, made.placement, made.plan, made.record);
}

TEST_CASE("times by op, by device and by thread all add up to the work of the run") {
  const Profiled made;
  const Profile profile = profile_of(made);
  const auto steps = static_cast<std::int64_t>(made.plan.steps.size());
  REQUIRE(steps == 10);
  CHECK(profile.work_ns == 1000 * steps * (steps + 1) / 2);
  CHECK(profile.wall_ns == made.record.wall_ns);

  TimeSpent by_op;
  for (const OpTime& op : profile.ops) {
    by_op.steps += op.spent.steps;
    by_op.ns += op.spent.ns;
  }
  CHECK(by_op.steps == 10);
  CHECK(by_op.ns == profile.work_ns);
  std::int64_t by_device = 0;
  for (const DeviceTime& device : profile.devices) {
    by_device += device.computing.ns + device.copying.ns;
  }
  CHECK(by_device == profile.work_ns);
  std::int64_t by_track = 0;
  for (const TrackTime& track : profile.tracks) by_track += track.busy_ns;
  CHECK(by_track == profile.work_ns);
}

TEST_CASE("a thread is busy in its steps and idle between them, and both are the wall time") {
  const Profile profile = profile_of(Profiled());
  // Two threads of the host; of each GPU, the queue that computes and those that copy in and out.
  REQUIRE(profile.tracks.size() == 8);
  for (const TrackTime& track : profile.tracks) {
    CHECK(track.steps > 0);
    CHECK(track.busy_ns + track.idle_ns == profile.wall_ns);
  }
}

TEST_CASE("steps that overlap on one thread, which cannot be, do not add up") {
  Profiled made("nodes:\n  - {op: Const, name: a, value: 1.0}\n  - {op: Neg, inputs: [a]}\n", 0);
  made.record.steps[1].begin_ns = made.record.steps[0].begin_ns;
  made.record.steps[1].thread = made.record.steps[0].thread;
  const Profile profile = profile_of(made);
  REQUIRE(profile.tracks.size() == 1);
  CHECK(profile.tracks[0].busy_ns + profile.tracks[0].idle_ns != profile.wall_ns);
}

TEST_CASE("the longest step comes first, then the others by their time") {
  const Profiled made;
  const Profile profile = profile_of(made);
  CHECK(profile.steps == std::vector<StepId>{9, 8, 7, 6, 5, 4, 3, 2, 1, 0});
  const auto descending = [](const auto& rows) {
    return std::ranges::is_sorted(rows, std::ranges::greater(),
                                  [](const auto& row) { return row.spent.ns; });
  };
  CHECK(descending(profile.ops));
  CHECK(descending(profile.scopes));
}

TEST_CASE("a scope holds what its inner scopes hold, and a copy counts for its node's") {
  const Profiled made;
  const Profile profile = profile_of(made);
  std::map<std::string_view, std::uint64_t> steps;
  for (const ScopeTime& scope : profile.scopes) steps[scope.scope] = scope.spent.steps;
  // A tower: its constant, its product and the product's copy out. Outside: a, two copies, the sum.
  CHECK(steps ==
        std::map<std::string_view, std::uint64_t>{
            {"", 4}, {"tower_0", 3}, {"tower_0/layer", 2}, {"tower_1", 3}, {"tower_1/layer", 2}});
}

TEST_CASE("a copy counts for the GPU whose queue it is on") {
  const Profile profile = profile_of(Profiled());
  REQUIRE(profile.devices.size() == 3);
  CHECK(profile.devices[0].computing.steps == 2);
  CHECK(profile.devices[0].copying.steps == 0);
  for (const std::size_t gpu : {1, 2}) {
    CHECK(profile.devices[gpu].computing.steps == 2);
    CHECK(profile.devices[gpu].copying.steps == 2);
  }
}

TEST_CASE("busy and idle of a real run are its wall time within 2 percent") {
  for (const std::string file : {"multi_tower", "matpow", "attention", "digits_conv"}) {
    for (const int gpus : {0, 4}) {
      INFO(file << " with " << gpus << " GPUs");
      const ReadOptions small{.params = file == "matpow"
                                            ? std::map<std::string, std::string>{{"size", "64"}}
                                            : std::map<std::string, std::string>{}};
      Running graph(read_model(in_project("graphs/" + file + ".yaml"), ops(), small), machine(gpus),
                    {.inter_op_threads = 2});
      RunRecord record;
      graph.session.run(graph.model.fetches, &record);
      const Profile profile =
          make_profile(graph.model.graph, graph.placement, graph.session.plan(), record);
      for (const TrackTime& track : profile.tracks) {
        CHECK(std::abs(track.busy_ns + track.idle_ns - profile.wall_ns) <= profile.wall_ns / 50);
      }
    }
  }
}

}  // namespace
}  // namespace graphrun
