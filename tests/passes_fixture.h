// A graph file's text as a placed program, passes applied to it, and what it computes: what tests
// of passes begin with.

#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/fused_elementwise.h"
#include "passes/run_passes.h"
#include "report/program_text.h"
#include "session_fixture.h"

namespace graphrun::passes_fixture {

using session_fixture::machine;
using session_fixture::names;
using session_fixture::ops;

inline PassChoice all_on() { return {.reassociate = true}; }
inline PassChoice without(std::string_view pass) { return {.off = {pass}}; }
inline PassChoice all_off() {
  PassChoice choice;
  for (const Pass& pass : all_passes()) choice.off.insert(pass.name);
  return choice;
}
// One pass by itself.
inline PassChoice only(std::string_view wanted) {
  PassChoice choice{.reassociate = true};
  for (const Pass& pass : all_passes()) {
    if (pass.name != wanted) choice.off.insert(pass.name);
  }
  return choice;
}

struct Passed {
  Passed(Model model, const std::vector<DeviceInfo>& infos, const PassChoice& choice)
      : devices(open_devices(infos, true)) {
    Placement placement = place(model.graph, names(infos), {.allow_soft_placement = true});
    Program placed{.graph = std::move(model.graph),
                   .placement = std::move(placement),
                   .feeds = std::move(model.feeds),
                   .fetches = std::move(model.fetches),
                   .initializers = std::move(model.initializers)};
    const PassContext context{ops(), fused_elementwise_row(), devices};
    PassedProgram passed = run_passes(std::move(placed), context, choice);
    program = std::move(passed.program);
    reports = std::move(passed.reports);
  }
  Passed(const std::string& text, const PassChoice& choice, int gpus = 0)
      : Passed(read_model_text("m.yaml", text, ops()), machine(gpus), choice) {}

  // The graph, a line a node.
  std::string graph() const { return program_text(program.graph, program.placement); }

  // The fetches, of the last of so many runs of one session.
  std::vector<HostTensor> results(int runs = 1) {
    Session session(program.graph, program.placement, devices, program.feeds, program.initializers,
                    {});
    std::vector<HostTensor> results;
    for (int run = 0; run < runs; ++run) results = session.run(program.fetches);
    return results;
  }

  Devices devices;
  Program program;
  std::vector<PassReport> reports;
};

// The graph after one pass alone.
inline std::string after(std::string_view pass, const std::string& text, int gpus = 0) {
  return Passed(text, only(pass), gpus).graph();
}

}  // namespace graphrun::passes_fixture
