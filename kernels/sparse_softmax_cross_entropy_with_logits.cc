// SparseSoftmaxCrossEntropyWithLogits: for every row of a batch, how improbable the softmax of the
// logits makes the class that is its label, and the gradient of that by the logits.

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "graph/shape_rules.h"
#include "graph/work.h"
#include "kernels/index_values.h"
#include "kernels/softmax_op.h"
#include "kernels/softmax_rows.h"
#include "kernels/tensor_summary.h"

namespace graphrun {
namespace {

template <typename T>
void cross_entropy(const Tensor& logits, const std::vector<std::int64_t>& labels,
                   const Tensor& loss, const Tensor& backprop) {
  using F = Arithmetic<T>;
  const std::int64_t rows = logits.shape()[0];
  const std::int64_t classes = logits.shape()[1];
  const T* x = static_cast<const T*>(logits.data());
  T* to = static_cast<T*>(loss.data());
  T* gradient = static_cast<T*>(backprop.data());
  reduction::over_items(rows, rows * classes, [&](std::int64_t first, std::int64_t end) {
    std::vector<F> e(static_cast<std::size_t>(classes));
    for (std::int64_t row = first; row < end; ++row) {
      const T* from = x + row * classes;
      for (std::size_t i = 0; i < e.size(); ++i) e[i] = static_cast<F>(from[i]);
      const auto label = static_cast<std::size_t>(labels[static_cast<std::size_t>(row)]);
      const F shift = largest(e.data(), classes);
      const F wanted = e[label] - shift;
      const double sum = exponentials(e.data(), classes, shift, e.data());
      const auto scale = static_cast<F>(1 / sum);
      to[row] = static_cast<T>(static_cast<F>(std::log(sum)) - wanted);
      T* slope = gradient + row * classes;
      for (std::size_t i = 0; i < e.size(); ++i) {
        slope[i] = T(e[i] * scale - (i == label ? F{1} : F{0}));
      }
    }
  });
}

void check_labels(const Tensor& tensor, const std::vector<std::int64_t>& labels,
                  std::int64_t classes) {
  const auto [least, most] = std::minmax_element(labels.begin(), labels.end());
  if (*least >= 0 && *most < classes) return;
  KernelContext::invalid(fmt::format(
      "Received a label value of {} which is outside the valid range of [0, {}).  Label values: {}",
      *least < 0 ? *least : *most, classes, tensor_summary(tensor, -1)));
}

void cross_entropy_cpu(KernelContext& context) {
  const Tensor& logits = context.input(0);
  const Tensor& loss = context.output(0);
  const Tensor& backprop = context.output(1);
  const std::int64_t classes = logits.shape()[1];
  if (classes == 0) {
    KernelContext::invalid("Must have at least one class, but got logits shape " +
                           to_string(logits.shape()));
  }
  if (loss.elements() == 0) return;
  const std::vector<std::int64_t> labels = integers_of(context.input(1));
  check_labels(context.input(1), labels, classes);
  SoftmaxTypes::visit(context.type(), [&]<typename T>(std::type_identity<T>) {
    cross_entropy<T>(logits, labels, loss, backprop);
  });
}

void shape_of_cross_entropy(ShapeContext& context) {
  expect_rank(context.input(0), 2);
  expect_rank(context.input(1), 1);
  const Shape logits = context.input(0).has_rank() ? context.input(0) : open_shape(2);
  const Shape labels = context.input(1).has_rank() ? context.input(1) : open_shape(1);
  const std::int64_t rows = merged_extent(logits[0], labels[0]);
  context.set_output(0, {rows});
  context.set_output(1, {rows, logits[1]});
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: logits, value: [[1.0, 2.0, 3.0], [3.0, 0.0, 0.0]]}
  - {op: Const, name: labels, dtype: int32, value: [2, 1]}
  - {op: SparseSoftmaxCrossEntropyWithLogits, name: loss, inputs: [logits, labels]}
fetch: [loss, 'loss:1']
)";

// A softmax: what depends on the label is one element a row.
Work work_of_cross_entropy(const WorkContext& context) { return per_input_element<5>(context); }

}  // namespace

void add_sparse_softmax_cross_entropy_with_logits(OpCatalog& ops) {
  ops.add(
      {.name = "SparseSoftmaxCrossEntropyWithLogits",
       .summary = "how improbable softmax(features) makes the class of a row, and its gradient",
       .inputs = {ArgDef::typed("features", 0), ArgDef::typed("labels", 1)},
       .outputs = {ArgDef::typed("loss", 0), ArgDef::typed("backprop", 0)},
       .type_attributes = {{.name = "T", .allowed = kFloatTypes},
                           {.name = "Tlabels", .allowed = kIndexTypes, .otherwise = DType::int64}},
       .infer_shapes = shape_of_cross_entropy,
       .work = work_of_cross_entropy,
       .kernels = {{.device = DeviceType::cpu, .types = {kFloatTypes}, .run = cross_entropy_cpu},
                   {.device = DeviceType::gpu, .types = {{DType::float16, DType::float32}}}},
       .example = kExample});
}

}  // namespace graphrun
