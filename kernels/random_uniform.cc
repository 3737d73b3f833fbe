// RandomUniform: numbers of [0, 1), all as likely.

#include "kernels/random_op.h"
#include "kernels/random_output.h"

namespace graphrun {

void add_random_uniform(OpCatalog& ops) {
  OpDef op = random_op("RandomUniform", "random numbers of [0, 1)", uniform_output);
  op.example = R"(nodes:
  - {op: RandomUniform, name: x, shape: [2, 3], seed: 1, seed2: 2}
fetch: [x]
)";
  ops.add(std::move(op));
}

}  // namespace graphrun
