// LogSoftmax: x - log(sum(exp(x))) along the last axis, as of x - max(x), which overflows nowhere.

#include <cmath>

#include "kernels/softmax_op.h"
#include "kernels/softmax_rows.h"

namespace graphrun {
namespace {

void log_softmax_cpu(KernelContext& context) {
  over_rows(context, []<typename F>(const F* x, std::int64_t size, F* y) {
    const F shift = largest(x, size);
    const auto log_sum = static_cast<F>(std::log(sum_of_exponentials(x, size, shift)));
    for (std::int64_t i = 0; i < size; ++i) y[i] = (x[i] - shift) - log_sum;
  });
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: logits, value: [[1.0, 2.0, 3.0], [0.0, 0.0, 100.0]]}
  - {op: LogSoftmax, name: log_probabilities, inputs: [logits]}
fetch: [log_probabilities]
)";

}  // namespace

void add_log_softmax(OpCatalog& ops) {
  ops.add(softmax_op("LogSoftmax", "logsoftmax", "x - log(sum(exp(x))), along the last axis",
                     kExample, log_softmax_cpu));
}

}  // namespace graphrun
