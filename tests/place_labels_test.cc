#include "report/place_labels.h"

#include "catch.h"
#include "session_fixture.h"

namespace graphrun {
namespace {

using session_fixture::machine;

TEST_CASE("devices of one task have short names, those of several full ones") {
  CHECK(PlaceLabels(machine(1)).device(1) == "/gpu:0");
  std::vector<DeviceInfo> infos = machine(1);
  infos.push_back({.name = {.job = "worker"}, .is_simulated = true});
  const PlaceLabels labels(infos);
  CHECK(labels.device(1) == "/job:localhost/replica:0/task:0/device:GPU:0");
  CHECK(labels.device(2) == "/job:worker/replica:0/task:0/device:CPU:0");
}

TEST_CASE("a host's memory is its first CPU's, whichever device named it") {
  const PlaceLabels labels(machine(2));
  CHECK(labels.memory({.device = 2, .is_host = true}) == "/cpu:0");
  CHECK(labels.memory({.device = 2, .is_host = false}) == "/gpu:1");
  CHECK(labels.owner({.device = 1, .is_host = true}) == 0);
}

TEST_CASE("a track is a thread of the host or a queue of a GPU") {
  const PlaceLabels labels(machine(1));
  Plan plan;
  plan.lanes = {{},
                {.kind = Lane::Kind::compute, .device = 1},
                {.kind = Lane::Kind::copies_in, .device = 1},
                {.kind = Lane::Kind::copies_out, .device = 1}};
  CHECK(labels.track(plan, 0, 3) == "/cpu:0 thread 3");
  CHECK(labels.track(plan, 1, 0) == "/gpu:0 compute");
  CHECK(labels.track(plan, 2, 0) == "/gpu:0 copies in");
  CHECK(labels.track(plan, 3, 0) == "/gpu:0 copies out");
}

TEST_CASE("only devices that are simulated are said to be") {
  const PlaceLabels labels(machine(2));
  CHECK(labels.simulation_note(std::vector<DeviceIndex>{0, 2}) ==
        "simulated on this machine's CPU, so that times are not a GPU's: /gpu:1\n");
  CHECK(labels.simulation_note(std::vector<DeviceIndex>{0}).empty());
}

}  // namespace
}  // namespace graphrun
