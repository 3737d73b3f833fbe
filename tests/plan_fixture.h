// A graph file's text, placed and planned for some fetches.

#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "catch.h"
#include "runtime/plan.h"
#include "session_fixture.h"

namespace graphrun::session_fixture {

struct Planned {
  Planned(const std::string& nodes, std::vector<DeviceInfo> infos,
          const std::vector<std::string>& of, const OpCatalog& catalog = ops())
      : model(read_model_text("m.yaml", "nodes:\n" + nodes, catalog)),
        placement(place(model.graph, names(infos), {.allow_soft_placement = true})) {
    std::vector<Fetch> fetches;
    for (const std::string& name : of) {
      for (Fetch& fetch : find_fetch(model, name)) fetches.push_back(std::move(fetch));
    }
    std::vector<NodeId> fed;
    for (const Feed& feed : model.feeds) fed.push_back(feed.placeholder);
    plan = make_plan(model.graph, placement, fetches, fed);
  }

  std::string space(SpaceId id) const {
    const Space& space = plan.spaces[id];
    const DeviceName& device = placement.devices[space.device];
    const std::string task = device.job == "localhost" ? "" : device.job + " ";
    return task + (space.is_host ? "host" : fmt::format("gpu:{}", device.id));
  }
  std::string tensor(SlotId slot) const { return model.graph.tensor_name(plan.slots[slot].tensor); }

  // "x on host, copy x to gpu:0, y on gpu:0": the spaces are those of what a step makes.
  std::string steps() const {
    std::string text;
    for (const Step& step : plan.steps) {
      text += text.empty() ? "" : ", ";
      if (step.is_copy) {
        text += fmt::format("copy {} to {}", tensor(step.first_output),
                            space(plan.slots[step.first_output].space));
      } else {
        const std::string_view name = model.graph.node(step.node).name;
        text += step.outputs == 0
                    ? std::string(name)
                    : fmt::format("{} on {}", name, space(plan.slots[step.first_output].space));
      }
    }
    return text;
  }

  StepId step(const std::string& name, bool is_copy = false) const {
    const NodeId node = model.graph.find(name);
    const auto found = std::ranges::find_if(
        plan.steps, [&](const Step& step) { return step.node == node && step.is_copy == is_copy; });
    REQUIRE(found != plan.steps.end());
    return static_cast<StepId>(found - plan.steps.begin());
  }
  bool waits(StepId later, StepId earlier) const {
    const auto successors = plan.successors_of(plan.steps[earlier]);
    return std::ranges::find(successors, later) != successors.end();
  }

  Model model;
  Placement placement;
  Plan plan;
};

}  // namespace graphrun::session_fixture
