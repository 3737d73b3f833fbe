// The pass `prune`: leaves out the nodes that neither the fetches need nor the initial values of
// the variables that they need.

#pragma once

#include "passes/pass.h"

namespace graphrun {

Program prune(Program program, const PassContext& context, PassReport& report);

}  // namespace graphrun
