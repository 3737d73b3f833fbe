// RandomStandardNormal: numbers of the normal distribution with mean 0 and standard deviation 1.

#include "kernels/random_op.h"
#include "kernels/random_output.h"

namespace graphrun {

void add_random_standard_normal(OpCatalog& ops) {
  OpDef op = random_op("RandomStandardNormal", "random numbers of the standard normal distribution",
                       normal_output);
  op.example = R"(nodes:
  - {op: RandomStandardNormal, name: x, shape: [2, 3], seed: 1, seed2: 2}
fetch: [x]
)";
  ops.add(std::move(op));
}

}  // namespace graphrun
