#include "passes/run_passes.h"

#include <utility>

namespace graphrun {

PassedProgram run_passes(Program program, const PassContext& context, const PassChoice& choice,
                         const std::function<void(const Pass&, const Program&)>& after) {
  PassedProgram passed{std::move(program), {}};
  for (const Pass& pass : all_passes()) {
    if (!choice.is_on(pass)) continue;
    PassReport report{.pass = pass.name, .nodes_before = passed.program.graph.size()};
    passed.program = pass.run(std::move(passed.program), context, report);
    report.nodes_after = passed.program.graph.size();
    passed.reports.push_back(std::move(report));
    if (after) after(pass, passed.program);
  }
  return passed;
}

}  // namespace graphrun
