// TruncatedNormal: normal numbers within two standard deviations.

#include "kernels/random_op.h"
#include "kernels/random_output.h"

namespace graphrun {

void add_truncated_normal(OpCatalog& ops) {
  OpDef op = random_op("TruncatedNormal", "normal random numbers between -2 and 2",
                       truncated_normal_output);
  op.example = R"(nodes:
  - {op: TruncatedNormal, name: x, shape: [2, 3], seed: 1, seed2: 2}
fetch: [x]
)";
  ops.add(std::move(op));
}

}  // namespace graphrun
