// Rank: the number of axes of a tensor.

#include "graph/shape_rules.h"
#include "graph/work.h"
#include "kernels/index_values.h"
#include "kernels/metadata_op.h"

namespace graphrun {
namespace {

void rank_cpu(KernelContext& context) {
  context.output_as<std::int32_t>()[0] = context.input(0).shape().rank();
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: x, value: [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]}
  - {op: Rank, name: y, inputs: [x]}
fetch: [y]
)";

}  // namespace

void add_rank(OpCatalog& ops) {
  OpDef op = metadata_op("Rank", "the number of axes of a tensor", false);
  op.infer_shapes = scalar_outputs;
  op.work = passes_on;
  op.kernels.front().run = rank_cpu;
  op.example = kExample;
  // A boolean's Rank takes its input in host memory, which TensorFlow says of no other such op.
  op.kernels[1].types = {kGpuNumberTypes};
  op.kernels[2].types = {{DType::int32, DType::boolean}};
  ops.add(std::move(op));
}

}  // namespace graphrun
