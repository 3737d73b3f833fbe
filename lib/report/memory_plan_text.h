// What a run will need of each memory, for people: `graphrun plan`.

#pragma once

#include <cstddef>
#include <string>

#include "report/place_labels.h"
#include "runtime/memory_plan.h"

namespace graphrun {

// A row for each memory; the `top` largest tensors of each at its peak; what lies beside the
// allocators, what is not known, and what does not fit. Ends with a newline.
std::string memory_plan_text(const Graph& graph, const PlaceLabels& labels, const MemoryPlan& plan,
                             std::size_t top);

// Of each memory that does not fit, a line: what there is no room for, and what it would take.
std::string memory_faults(const Graph& graph, const PlaceLabels& labels, const MemoryPlan& plan);

// "constant", "variable", "feed", "temporary".
std::string_view to_string(MemoryUse use);

}  // namespace graphrun
