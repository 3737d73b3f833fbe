#include "app/pass_option.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "app/output.h"
#include "base/closest_match.h"
#include "base/error.h"
#include "kernels/fused_elementwise.h"
#include "report/pass_list.h"
#include "report/program_text.h"

namespace graphrun {
namespace {

constexpr std::string_view kAll = "all";

const Pass& pass_called(const std::string& option, const std::string& name) {
  if (const Pass* pass = find_pass(name)) return *pass;
  std::vector<std::string_view> names;
  for (const Pass& pass : all_passes()) names.push_back(pass.name);
  const std::string note = did_you_mean(name, names);
  throw Error(ExitStatus::usage, fmt::format("{}: there is no pass '{}'; {}", option, name,
                                             note.empty() ? "graphrun passes lists them" : note));
}

PassChoice choice_of(const PassOption& options) {
  PassChoice choice{.reassociate = options.reassociate};
  for (const std::string& name : options.off) {
    if (name == kAll) {
      for (const Pass& pass : all_passes()) choice.off.insert(pass.name);
    } else {
      choice.off.insert(pass_called("--no-pass", name).name);
    }
  }
  return choice;
}

}  // namespace

void PassOption::add_to(CLI::App& command) {
  command
      .add_option("--no-pass", off,
                  "Leave out a pass that rewrites the placed graph; all leaves out every one")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command
      .add_option("--print-after", print_after,
                  "Write the graph as it is after a pass to standard error")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command.add_flag("--reassociate", reassociate,
                   "Run passes too that sum in another order: results differ in the last digits");
}

PassedProgram PassOption::apply(PlacedModel& placed, std::span<const Fetch> fetches,
                                const Devices& devices) const {
  const PassChoice choice = choice_of(*this);
  for (const std::string& name : print_after) {
    const Pass& pass = pass_called("--print-after", name);
    if (!choice.is_on(pass)) {
      throw Error(ExitStatus::usage,
                  fmt::format("--print-after: the pass '{}' is off{}", name,
                              choice.off.contains(pass.name) ? "" : "; --reassociate runs it"));
    }
  }
  Model& model = placed.model;
  Program program{.graph = std::move(model.graph),
                  .placement = std::move(placed.placement),
                  .feeds = std::move(model.feeds),
                  .fetches = {fetches.begin(), fetches.end()},
                  .initializers = std::move(model.initializers)};
  const PassContext context{placed.ops, fused_elementwise_row(), devices};
  PassedProgram passed =
      run_passes(std::move(program), context, choice, [&](const Pass& pass, const Program& after) {
        if (std::ranges::find(print_after, pass.name) == print_after.end()) return;
        print_note(
            fmt::format("after {}:\n{}", pass.name, program_text(after.graph, after.placement)));
      });
  for (const PassReport& report : passed.reports) {
    spdlog::log(report.has_changed ? spdlog::level::info : spdlog::level::debug, "{}",
                pass_report_text(report));
  }
  return passed;
}

}  // namespace graphrun
