// FusedBatchNorm: images normalised channel by channel, with the mean and variance that are given
// or, in training, with those of the batch.

#include <algorithm>
#include <limits>

#include "graph/shape_rules.h"
#include "graph/work.h"
#include "kernels/onednn_batch_norm.h"
#include "kernels/windows.h"
#include "runtime/kernel_context.h"

namespace graphrun {
namespace {

struct BatchNormState final : KernelState {
  OneDnnBatchNorm norm;
};

constexpr int kY = 0;
constexpr int kBatchMean = 1;
constexpr int kBatchVariance = 2;
constexpr int kReserve1 = 3;
constexpr int kReserve2 = 4;

void require_empty(const Tensor& given, const char* name) {
  if (given.shape()[0] == 0) return;
  KernelContext::invalid(std::string(name) + " must be empty for training" +
                         to_string(given.shape()));
}

void fill(const Tensor& vector, float value) { std::ranges::fill(vector.as<float>(), value); }

void copy(const Tensor& from, const Tensor& to) {
  std::ranges::copy(from.as<const float>(), to.as<float>().begin());
}

void fused_batch_norm_cpu(KernelContext& context) {
  const Attributes& attributes = context.attributes();
  const bool is_training = attributes.boolean("is_training");
  if (is_training) {
    require_empty(context.input(3), "estimated_mean");
    require_empty(context.input(4), "estimated_variance");
  }
  const Tensor& images = context.input(0);
  const ImageAxes axes = image_axes(attributes);
  const Shape& extents = images.shape();
  const Tensor& y = context.output(kY);
  const Tensor& batch_mean = context.output(kBatchMean);
  const Tensor& batch_variance = context.output(kBatchVariance);
  const Tensor& mean = context.output(kReserve1);  // what a gradient would read
  const Tensor& variance = context.output(kReserve2);
  if (images.elements() == 0) {
    fill(batch_mean, std::numeric_limits<float>::quiet_NaN());
    fill(batch_variance, std::numeric_limits<float>::quiet_NaN());
    fill(mean, 0);
    fill(variance, 0);
    return;
  }
  if (!is_training) {
    copy(context.input(3), mean);
    copy(context.input(4), variance);
  }
  auto& state = context.state<BatchNormState>([] { return std::make_unique<BatchNormState>(); });
  state.norm.normalize({.batch = extents[axes.batch],
                        .channels = extents[axes.channels],
                        .height = extents[axes.height],
                        .width = extents[axes.width],
                        .channels_last = axes.channels_last(),
                        .measures = is_training,
                        .epsilon = static_cast<float>(attributes.number("epsilon"))},
                       {.images = static_cast<const float*>(images.data()),
                        .scale = static_cast<const float*>(context.input(1).data()),
                        .offset = static_cast<const float*>(context.input(2).data()),
                        .mean = static_cast<float*>(mean.data()),
                        .variance = static_cast<float*>(variance.data()),
                        .out = static_cast<float*>(y.data())});
  copy(mean, batch_mean);
  copy(variance, batch_variance);
  if (is_training) {
    // What running averages are made of is the estimate from a sample.
    const std::int64_t samples = images.elements() / extents[axes.channels];
    const float correction =
        static_cast<float>(samples) / static_cast<float>(std::max<std::int64_t>(samples - 1, 1));
    for (float& element : batch_variance.as<float>()) element *= correction;
  }
}

void shapes_of_batch_norm(ShapeContext& context) {
  const Attributes& attributes = context.attributes();
  const Shape& images = context.input(0);
  require_rank(images, 4);
  const ImageAxes axes = image_axes(attributes);
  const bool is_training = attributes.boolean("is_training");
  std::int64_t channels = extent_of(images, axes.channels);
  for (int i = 1; i < 5; ++i) {
    require_rank(context.input(i), 1);
    if (i < 3 || !is_training) channels = merged_extent(channels, extent_of(context.input(i), 0));
  }
  Shape y = images.has_rank()
                ? images
                : Shape{Shape::kUnknown, Shape::kUnknown, Shape::kUnknown, Shape::kUnknown};
  y[axes.channels] = channels;
  context.set_output(kY, y);
  for (int i = 1; i < 5; ++i) context.set_output(i, Shape{channels});
}

constexpr DTypes kTypes = {DType::float32};

// A product and a sum for each element; in training two sums for the mean and the variance, a
// difference and a square before.
Work work_of_batch_norm(const WorkContext& context) {
  const bool is_training = context.attributes().boolean("is_training");
  return is_training ? per_input_element<6>(context) : per_input_element<2>(context);
}

}  // namespace

void add_fused_batch_norm(OpCatalog& ops) {
  ops.add(
      {.name = "FusedBatchNorm",
       .summary = "images normalised channel by channel",
       .inputs = {ArgDef::typed("x"), ArgDef::typed("scale"), ArgDef::typed("offset"),
                  ArgDef::typed("mean"), ArgDef::typed("variance")},
       .outputs = {ArgDef::typed("y"), ArgDef::typed("batch_mean"), ArgDef::typed("batch_variance"),
                   ArgDef::typed("reserve_space_1"), ArgDef::typed("reserve_space_2")},
       .type_attributes = {{.name = "T", .allowed = kTypes}},
       .attributes = {{.name = "epsilon", .kind = AttributeKind::number, .otherwise = 0.0001},
                      data_format_attribute(),
                      {.name = "is_training", .kind = AttributeKind::boolean, .otherwise = true}},
       .infer_shapes = shapes_of_batch_norm,
       .work = work_of_batch_norm,
       .kernels = {{.device = DeviceType::cpu, .types = {kTypes}, .run = fused_batch_norm_cpu},
                   {.device = DeviceType::gpu, .types = {kTypes}}},
       .example =
           R"(# Two pixels of two channels, brought to mean 0 and variance 1 with the batch's own figures.
nodes:
  - {op: Const, name: x, shape: [1, 1, 2, 2], value: [1.0, 10.0, 3.0, 30.0]}
  - {op: Const, name: scale, value: [1.0, 1.0]}
  - {op: Const, name: offset, value: [0.0, 0.0]}
  - {op: Const, name: none, dtype: float32, shape: [0], value: []}
  - {op: FusedBatchNorm, name: norm, inputs: [x, scale, offset, none, none]}
fetch: [norm, "norm:1"]
)"});
}

}  // namespace graphrun
