#include "kernels/square_matrices.h"

#include "graph/shape_rules.h"
#include "kernels/windows.h"

namespace graphrun {

void same_square_matrices(ShapeContext& context) {
  Shape shape = context.input(0);
  require_rank_at_least(shape, 2);
  if (shape.has_rank()) {
    const int last = shape.rank() - 1;
    shape[last] = shape[last - 1] = merged_extent(shape[last - 1], shape[last]);
  }
  context.set_output(0, shape);
}

}  // namespace graphrun
