// AvgPool: the mean of each window over images; padding is not part of it.

#include "kernels/pooling.h"

namespace graphrun {
namespace {

void shape_of_avg_pool(ShapeContext& context) {
  const Attributes& attributes = context.attributes();
  const auto channels = static_cast<std::size_t>(image_axes(attributes).channels);
  if (per_axis(attributes, "ksize", "ksize", "AvgPool")[channels] != 1 ||
      per_axis(attributes, "strides", "stride", "AvgPool")[channels] != 1) {
    throw ShapeFault{"Non-spatial pooling is not yet supported. Volunteers? :)"};
  }
  shape_of_pooling(context, "AvgPool");
}

void avg_pool_cpu(KernelContext& context) {
  const Tensor& images = context.input(0);
  if (context.output().elements() == 0) return;
  PoolingShape shape = pooling_shape(context.attributes(), images.shape(), "AvgPool");
  shape.pooling = Pooling::average;
  pool_images(context, shape);
}

constexpr DTypes kTypes = {DType::float16, DType::float32, DType::float64};

}  // namespace

void add_avg_pool(OpCatalog& ops) {
  ops.add({.name = "AvgPool",
           .summary = "the mean of each window over images",
           .inputs = {ArgDef::typed("value")},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "T", .allowed = kFloatTypes}},
           .attributes = {ksize_attribute(), strides_attribute(), padding_attribute(),
                          data_format_attribute()},
           .infer_shapes = shape_of_avg_pool,
           .work = work_of_pooling,
           .kernels = {{.device = DeviceType::cpu, .types = {kTypes}, .run = avg_pool_cpu},
                       {.device = DeviceType::gpu, .types = {kTypes}}},
           .example = R"(# The mean of each 2 x 2 pixels of one image.
nodes:
  - {op: Const, name: image, shape: [1, 2, 4, 1], value: [1.0, 2.0, 3.0, 4.0, 8.0, 7.0, 6.0, 5.0]}
  - {op: AvgPool, name: pooled, inputs: [image], ksize: [1, 2, 2, 1], strides: [1, 2, 2, 1], padding: VALID}
fetch: [pooled]
)"});
}

}  // namespace graphrun
