// RandomStandardNormal: numbers of the normal distribution with mean 0 and standard deviation 1.

#include "kernels/random_op.h"

namespace graphrun {
namespace {

void random_standard_normal_cpu(KernelContext& context) {
  fill_output(context, [](void* data, DType dtype, std::int64_t elements,
                          const RandomStream& stream) {
    fill_normal(data, dtype, elements, stream);
  });
}

}  // namespace

void add_random_standard_normal(OpCatalog& ops) {
  ops.add(random_op("RandomStandardNormal", "random numbers of the standard normal distribution",
                    random_standard_normal_cpu));
}

}  // namespace graphrun
