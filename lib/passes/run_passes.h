// Runs the passes that are on, one after the other.

#pragma once

#include <functional>
#include <set>
#include <string_view>
#include <vector>

#include "passes/pass.h"

namespace graphrun {

struct PassChoice {
  std::set<std::string_view> off;  // names of passes
  bool reassociate = false;        // whether passes that change the rounding of results run too

  bool is_on(const Pass& pass) const {
    return !off.contains(pass.name) && (reassociate || !pass.reassociates);
  }
};

struct PassedProgram {
  Program program;
  std::vector<PassReport> reports;  // of the passes that ran, in turn
};

// `after` is called after each pass that ran.
PassedProgram run_passes(Program program, const PassContext& context, const PassChoice& choice,
                         const std::function<void(const Pass&, const Program&)>& after = {});

}  // namespace graphrun
