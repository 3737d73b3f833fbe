// TruncatedNormal: normal numbers within two standard deviations.

#include "kernels/random_op.h"

namespace graphrun {
namespace {

void truncated_normal_cpu(KernelContext& context) { fill_output(context, fill_truncated_normal); }

}  // namespace

void add_truncated_normal(OpCatalog& ops) {
  OpDef op =
      random_op("TruncatedNormal", "normal random numbers between -2 and 2", truncated_normal_cpu);
  op.example = R"(nodes:
  - {op: TruncatedNormal, name: x, shape: [2, 3], seed: 1, seed2: 2}
fetch: [x]
)";
  ops.add(std::move(op));
}

}  // namespace graphrun
