#include "report/profile_text.h"

#include "catch.h"
#include "profile_fixture.h"

namespace graphrun {
namespace {

using profile_fixture::Profiled;

std::string text_of(const Profiled& made, std::size_t top) {
  return profile_text(made.run(),
                      make_profile(made.model.graph, made.placement, made.plan, made.record), top);
}

TEST_CASE("a profile has threads and queues, devices, and the longest nodes, ops and scopes") {
  CHECK(text_of(Profiled(), 3) == R"(towers: 120 us of wall time, 55.0 us of work in 10 steps
simulated on this machine's CPU, so that times are not a GPU's: /gpu:0, /gpu:1

queue or thread    steps     busy    idle  busy part
/cpu:0 thread 0        1  1.00 us  119 us      0.8 %
/cpu:0 thread 1        1  10.0 us  110 us      8.3 %
/gpu:0 compute         2  6.00 us  114 us      5.0 %
/gpu:0 copies in       1  3.00 us  117 us      2.5 %
/gpu:0 copies out      1  8.00 us  112 us      6.7 %
/gpu:1 compute         2  12.0 us  108 us     10.0 %
/gpu:1 copies in       1  6.00 us  114 us      5.0 %
/gpu:1 copies out      1  9.00 us  111 us      7.5 %

device  nodes  computing  copies  copying  part of work
/cpu:0      2    11.0 us       0     0 ns        20.0 %
/gpu:0      2    6.00 us       2  11.0 us        30.9 %
/gpu:1      2    12.0 us       2  15.0 us        49.1 %

node                            op    device     time  part of work
sum                             AddN  /cpu:0  10.0 us        18.2 %
tower_1/layer/MatMul to /cpu:0  copy  /gpu:1  9.00 us        16.4 %
tower_0/layer/MatMul to /cpu:0  copy  /gpu:0  8.00 us        14.5 %
... and 7 more

op      nodes     time  part of work
copy        4  26.0 us        47.3 %
MatMul      2  11.0 us        20.0 %
AddN        1  10.0 us        18.2 %
... and 1 more

name scope     steps     time  part of work
tower_1            3  21.0 us        38.2 %
(none)             4  20.0 us        36.4 %
tower_1/layer      2  16.0 us        29.1 %
... and 2 more
)");
}

TEST_CASE("a profile of a graph without scopes has no table of them, and hides nothing that fits") {
  const Profiled made("nodes:\n  - {op: Const, name: a, value: 1.0}\n  - {op: Neg, inputs: [a]}\n",
                      0);
  const std::string text = text_of(made, 2);
  CHECK(text.find("name scope") == std::string::npos);
  CHECK(text.find("more") == std::string::npos);
  CHECK(text.find("simulated") == std::string::npos);
  CHECK(text_of(made, 1).find("... and 1 more") != std::string::npos);
}

TEST_CASE("a run that took no time has parts all the same") {
  Profiled made("nodes:\n  - {op: Const, name: a, value: 1.0}\n", 0);
  made.record.steps.assign(made.plan.steps.size(), {});
  made.record.wall_ns = 0;
  CHECK(text_of(made, 1).find("0.0 %") != std::string::npos);
}

}  // namespace
}  // namespace graphrun
