// SoftmaxCrossEntropyWithLogits: for every row of a batch, how far the softmax of the logits is
// from the probabilities in the labels, and its gradient by the logits. Logits and labels are
// broadcast together to a matrix.

#include <cmath>
#include <vector>

#include "graph/shape_rules.h"
#include "graph/work.h"
#include "kernels/index_values.h"
#include "kernels/softmax_op.h"
#include "kernels/softmax_rows.h"

namespace graphrun {
namespace {

// Where the elements of an operand are; step 0: it is repeated.
struct Operands {
  std::int64_t row_step;
  std::int64_t step;

  explicit Operands(const Shape& shape) {
    const std::int64_t columns = shape.rank() < 1 ? 1 : shape[shape.rank() - 1];
    const std::int64_t rows = shape.rank() < 2 ? 1 : shape[shape.rank() - 2];
    step = columns == 1 ? 0 : 1;
    row_step = rows == 1 ? 0 : columns;
  }
};

template <typename T>
void cross_entropy(const Tensor& logits, const Tensor& labels, const Tensor& loss,
                   const Tensor& backprop) {
  using F = Arithmetic<T>;
  const std::int64_t rows = backprop.shape()[0];
  const std::int64_t classes = backprop.shape()[1];
  const Operands of_logits(logits.shape());
  const Operands of_labels(labels.shape());
  const T* x = static_cast<const T*>(logits.data());
  const T* p = static_cast<const T*>(labels.data());
  T* to = static_cast<T*>(loss.data());
  T* gradient = static_cast<T*>(backprop.data());
  reduction::over_items(rows, rows * classes, [&](std::int64_t first, std::int64_t end) {
    std::vector<F> shifted(static_cast<std::size_t>(classes));
    std::vector<F> probability(shifted.size());
    std::vector<F> e(shifted.size());
    for (std::int64_t row = first; row < end; ++row) {
      if (classes == 0) {
        to[row] = T(0);
        continue;
      }
      const T* from = x + row * of_logits.row_step;
      const T* wanted = p + row * of_labels.row_step;
      for (std::size_t i = 0; i < shifted.size(); ++i) {
        shifted[i] = static_cast<F>(from[static_cast<std::int64_t>(i) * of_logits.step]);
        probability[i] = static_cast<F>(wanted[static_cast<std::int64_t>(i) * of_labels.step]);
      }
      const F shift = largest(shifted.data(), classes);
      for (F& logit : shifted) logit -= shift;
      const double sum = exponentials(shifted.data(), classes, F{0}, e.data());
      const auto log_sum = static_cast<F>(std::log(sum));
      const auto scale = static_cast<F>(1 / sum);
      double entropy = 0;
      T* slope = gradient + row * classes;
      for (std::size_t i = 0; i < shifted.size(); ++i) {
        entropy += static_cast<double>(probability[i] * (log_sum - shifted[i]));
        slope[i] = T(e[i] * scale - probability[i]);
      }
      to[row] = static_cast<T>(static_cast<F>(entropy));
    }
  });
}

void cross_entropy_cpu(KernelContext& context) {
  const Tensor& loss = context.output(0);
  const Tensor& backprop = context.output(1);
  SoftmaxTypes::visit(context.type(), [&]<typename T>(std::type_identity<T>) {
    cross_entropy<T>(context.input(0), context.input(1), loss, backprop);
  });
}

// The inputs' common shape where they have one and it is a matrix's, else what they are broadcast
// to.
Shape common_shape(const Shape& logits, const Shape& labels) {
  try {
    expect_rank(logits, 2);
    return merged_shape(logits.has_rank() ? logits : open_shape(2), labels);
  } catch (const ShapeFault&) {
    return broadcast_shape(logits, labels);
  }
}

void shape_of_cross_entropy(ShapeContext& context) {
  const Shape shape = common_shape(context.input(0), context.input(1));
  if (!shape.has_rank()) {
    throw ShapeFault{"Shape must be broadcasted with rank 2, but is rank is unknown."};
  }
  if (shape.rank() != 2) {
    throw ShapeFault{"Shape must be broadcasted with rank 2, but is rank " +
                     std::to_string(shape.rank())};
  }
  context.set_output(0, {shape[0]});
  context.set_output(1, shape);
}

constexpr const char* kExample = R"(nodes:
  - {op: Const, name: logits, value: [[1.0, 2.0, 3.0], [3.0, 0.0, 0.0]]}
  - {op: Const, name: labels, value: [[0.0, 0.0, 1.0], [0.5, 0.5, 0.0]]}
  - {op: SoftmaxCrossEntropyWithLogits, name: loss, inputs: [logits, labels]}
fetch: [loss, 'loss:1']
)";

// A softmax, a product with the label summed up for the loss, and a difference for the gradient.
Work work_of_cross_entropy(const WorkContext& context) { return per_input_element<8>(context); }

}  // namespace

void add_softmax_cross_entropy_with_logits(OpCatalog& ops) {
  ops.add(
      {.name = "SoftmaxCrossEntropyWithLogits",
       .summary = "how far softmax(features) is from the labels, by row, and its gradient",
       .inputs = {ArgDef::typed("features"), ArgDef::typed("labels")},
       .outputs = {ArgDef::typed("loss"), ArgDef::typed("backprop")},
       .type_attributes = {{.name = "T", .allowed = kFloatTypes}},
       .infer_shapes = shape_of_cross_entropy,
       .work = work_of_cross_entropy,
       .kernels = {{.device = DeviceType::cpu, .types = {kFloatTypes}, .run = cross_entropy_cpu},
                   {.device = DeviceType::gpu, .types = {kGpuFloatTypes}}},
       .example = kExample});
}

}  // namespace graphrun
