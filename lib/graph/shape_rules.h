// Shape rules that several ops share, and their parts. After TensorFlow 1.15's
// core/framework/common_shape_fns.cc.

#pragma once

#include "graph/shape_context.h"

namespace graphrun {

// Two extents that must be equal, either may be open. Throws ShapeFault.
std::int64_t merged_extent(std::int64_t a, std::int64_t b);
// Two shapes that must be equal, either may be open. Throws ShapeFault.
Shape merged_shape(const Shape& a, const Shape& b);
// The shape of two operands broadcast as numpy does. Throws ShapeFault.
Shape broadcast_shape(const Shape& a, const Shape& b);

// Every output has the first input's shape.
void same_as_first_input(ShapeContext& context);
// One output, of the inputs' common shape.
void same_as_all_inputs(ShapeContext& context);
// One output, of two inputs broadcast together.
void broadcast_of_inputs(ShapeContext& context);
// The attribute `shape`; of unknown rank where it is not given.
void shape_from_attribute(ShapeContext& context);
// The value of the first input, a list of extents.
void shape_from_first_input(ShapeContext& context);
// Every output is a scalar.
void scalar_outputs(ShapeContext& context);

}  // namespace graphrun
