#include "runtime/run_breakdown.h"

#include "catch.h"

namespace graphrun {
namespace {

// A host and a GPU: slot 0 on the host, the others on the GPU and back.
Plan made_plan() {
  Plan plan;
  plan.spaces = {{.device = 0, .is_host = true}, {.device = 1, .is_host = false}};
  plan.lanes = {{}};
  plan.slots = {{.space = 0}, {.space = 1}, {.space = 1}, {.space = 0}};
  plan.inputs = {0, 1, 2};
  plan.steps = {{.is_copy = true, .first_input = 0, .inputs = 1, .first_output = 1, .outputs = 1},
                {.first_input = 1, .inputs = 1, .first_output = 2, .outputs = 1},
                {.is_copy = true, .first_input = 2, .inputs = 1, .first_output = 3, .outputs = 1}};
  return plan;
}

TEST_CASE("a run is copies in, computing, copies out, and nothing") {
  const RunRecord record{.steps = {{.begin_ns = 10'000, .end_ns = 30'000},
                                   {.begin_ns = 30'000, .end_ns = 80'000},
                                   {.begin_ns = 85'000, .end_ns = 95'000}},
                         .wall_ns = 100'000};
  const RunBreakdown time = run_breakdown(made_plan(), record);
  CHECK(time.wall_ns == 100'000);
  CHECK(time.host_to_device_ns == 20'000);
  CHECK(time.compute_ns == 50'000);
  CHECK(time.device_to_host_ns == 10'000);
  CHECK(time.device_to_device_ns == 0);
  CHECK(time.exposed_copies_ns == 30'000);
  CHECK(time.idle_ns == 20'000);
  CHECK(time.launch_ns == 20'000 + 2'000);  // the one node is not taken to be all launching
}

TEST_CASE("a copy beside computing is not exposed") {
  const RunRecord record{.steps = {{.begin_ns = 0, .end_ns = 60'000},
                                   {.begin_ns = 20'000, .end_ns = 100'000},
                                   {.begin_ns = 50'000, .end_ns = 100'000}},
                         .wall_ns = 100'000};
  const RunBreakdown time = run_breakdown(made_plan(), record);
  CHECK(time.host_to_device_ns == 60'000);
  CHECK(time.compute_ns == 80'000);
  CHECK(time.device_to_host_ns == 50'000);
  CHECK(time.exposed_copies_ns == 20'000);
  CHECK(time.idle_ns == 0);
}

TEST_CASE("nodes that take no longer than the quickest are all launching") {
  Plan plan;
  plan.spaces = {{}};
  plan.slots = {{}, {}};
  plan.steps = {{.first_output = 0, .outputs = 1}, {.first_output = 1, .outputs = 1}};
  const RunRecord record{
      .steps = {{.begin_ns = 100, .end_ns = 400}, {.begin_ns = 500, .end_ns = 800}},
      .wall_ns = 1000};
  const RunBreakdown time = run_breakdown(plan, record);
  CHECK(time.compute_ns == 600);
  CHECK(time.idle_ns == 400);
  CHECK(time.launch_ns == 1000);
}

TEST_CASE("a plan without steps is idle") {
  const RunBreakdown time = run_breakdown(Plan{}, RunRecord{.wall_ns = 50});
  CHECK(time.idle_ns == 50);
  CHECK(time.launch_ns == 50);
  CHECK(time.compute_ns == 0);
}

}  // namespace
}  // namespace graphrun
