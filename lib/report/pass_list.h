// The passes that there are.

#pragma once

#include <span>
#include <string>

#include "passes/pass.h"

namespace graphrun {

// A line for each: name, whether it runs, what it does.
std::string pass_list(std::span<const Pass> passes);

// {"passes": [{"name", "summary", "default", "reassociates"}]}, with a newline.
std::string pass_list_json(std::span<const Pass> passes);

// "prune: left out 5 of 9 nodes (9 -> 4 nodes)".
std::string pass_report_text(const PassReport& report);

}  // namespace graphrun
