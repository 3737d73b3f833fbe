// Shapes as graph files write them: `[2, 3]`, `[~, 3]`.

#pragma once

#include <optional>

#include "base/shape.h"
#include "model/evaluator.h"

namespace graphrun {

// A list of extents; null, -1 and "?" are open ones. nullopt with a complaint.
std::optional<Shape> read_shape(Evaluator& evaluator, ValueId id);

}  // namespace graphrun
