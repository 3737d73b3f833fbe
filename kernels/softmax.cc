// Softmax: exp(x) / sum(exp(x)) along the last axis, as of x - max(x), which overflows nowhere.

#include "kernels/softmax_op.h"
#include "kernels/softmax_rows.h"

namespace graphrun {
namespace {

void softmax_cpu(KernelContext& context) {
  over_rows(context, []<typename F>(const F* x, std::int64_t size, F* y) {
    const auto scale = static_cast<F>(1 / exponentials(x, size, largest(x, size), y));
    for (std::int64_t i = 0; i < size; ++i) y[i] *= scale;
  });
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: logits, value: [[1.0, 2.0, 3.0], [0.0, 0.0, 100.0]]}
  - {op: Softmax, name: probabilities, inputs: [logits]}
fetch: [probabilities]
)";

}  // namespace

void add_softmax(OpCatalog& ops) {
  ops.add(softmax_op("Softmax", "softmax", "exp(x) / sum(exp(x)), along the last axis", kExample,
                     softmax_cpu));
}

}  // namespace graphrun
