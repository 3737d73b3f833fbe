// An order in which a plan's steps come when it is carried out with one thread for the host: each
// lane takes its tasks as the executor does, and of what several lanes could do next, the first in
// the plan comes first.

#pragma once

#include <cstdint>
#include <vector>

#include "runtime/plan.h"

namespace graphrun {

// Copies into and out of GPUs, whose queues go on beside what computes.
enum class Copies : std::uint8_t {
  at_once,  // as soon as there is something to copy
  in_turn,  // where they stand in the plan: before the first step that reads them
};

// Every step once, after all that it waits for.
std::vector<StepId> walk_order(const Graph& graph, const Plan& plan, Copies copies);

}  // namespace graphrun
