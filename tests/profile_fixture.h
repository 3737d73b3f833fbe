// A small graph on a CPU and two simulated GPUs with a record that is made up, so that what is
// said of it can be written down.

#pragma once

#include <string>
#include <vector>

#include "report/profiled_run.h"
#include "session_fixture.h"

namespace graphrun::profile_fixture {

// Two towers and their sum: 3 constants, 2 products, 3 copies in, 2 copies out, a sum.
inline const std::string kTowers = R"(nodes:
  - {op: Const, name: a, value: [[1.0, 2.0], [3.0, 4.0]], device: /cpu:0}
  - for: d
    in: [0, 1]
    scope: tower_$d
    device: /gpu:$d
    nodes:
      - {op: Const, name: w, value: [[1.0, 0.0], [0.0, 1.0]], as: w}
      - scope: layer
        nodes:
          - {op: MatMul, inputs: [a, w], append: c}
  - {op: AddN, name: sum, inputs: c, device: /cpu:0}
fetch: [sum]
)";

struct Profiled {
  explicit Profiled(const std::string& text = kTowers, int gpus = 2)
      : model(read_model_text("towers.yaml", text, session_fixture::ops())),
        machine(session_fixture::machine(gpus)),
        placement(
            place(model.graph, session_fixture::names(machine), {.allow_soft_placement = true})),
        shapes(model.graph, model.feeds) {
    std::vector<NodeId> fed;
    for (const Feed& feed : model.feeds) fed.push_back(feed.placeholder);
    plan = make_plan(model.graph, placement, model.fetches, fed);
    make_record();
  }

  // Step n begins after 10 * (n + 1) us and takes n + 1 us, beginning anew after ten; the host's
  // steps take turns between two threads; the run takes 10 us more.
  void make_record() {
    std::uint32_t host_steps = 0;
    for (StepId n = 0; n < plan.steps.size(); ++n) {
      const std::int64_t begin = 10'000 * (std::int64_t{n} + 1);
      StepTime time{.begin_ns = begin, .end_ns = begin + 1000 * (std::int64_t{n} % 10 + 1)};
      if (plan.steps[n].lane == 0) time.thread = host_steps++ % 2;
      time.bytes_in_use = 256 * (std::size_t{n} + 1);
      record.steps.push_back(time);
    }
    record.wall_ns = 10'000 * (static_cast<std::int64_t>(plan.steps.size()) + 2);
  }

  ProfiledRun run() const {
    return {.name = "towers",
            .graph = model.graph,
            .placement = placement,
            .devices = machine,
            .plan = plan,
            .record = record,
            .shapes = shapes};
  }

  Model model;
  std::vector<DeviceInfo> machine;
  Placement placement;
  FedShapes shapes;
  Plan plan;
  RunRecord record;
};

}  // namespace graphrun::profile_fixture
