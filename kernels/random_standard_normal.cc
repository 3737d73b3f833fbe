// RandomStandardNormal: numbers of the normal distribution with mean 0 and standard deviation 1.

#include "kernels/random_op.h"

namespace graphrun {
namespace {

void random_standard_normal_cpu(KernelContext& context) {
  fill_output(context,
              [](void* data, DType dtype, std::int64_t elements, const RandomStream& stream) {
                fill_normal(data, dtype, elements, stream);
              });
}

}  // namespace

void add_random_standard_normal(OpCatalog& ops) {
  OpDef op = random_op("RandomStandardNormal", "random numbers of the standard normal distribution",
                       random_standard_normal_cpu);
  op.example = R"(nodes:
  - {op: RandomStandardNormal, name: x, shape: [2, 3], seed: 1, seed2: 2}
fetch: [x]
)";
  ops.add(std::move(op));
}

}  // namespace graphrun
