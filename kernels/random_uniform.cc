// RandomUniform: numbers of [0, 1), all as likely.

#include "kernels/random_op.h"

namespace graphrun {
namespace {

void random_uniform_cpu(KernelContext& context) {
  fill_output(context,
              [](void* data, DType dtype, std::int64_t elements, const RandomStream& stream) {
                fill_uniform(data, dtype, elements, stream);
              });
}

}  // namespace

void add_random_uniform(OpCatalog& ops) {
  OpDef op = random_op("RandomUniform", "random numbers of [0, 1)", random_uniform_cpu);
  op.example = R"(nodes:
  - {op: RandomUniform, name: x, shape: [2, 3], seed: 1, seed2: 2}
fetch: [x]
)";
  ops.add(std::move(op));
}

}  // namespace graphrun
