#include "kernels/onednn_batch_norm.h"

#include "kernels/onednn_engine.h"
#include "runtime/compute_share.h"

namespace graphrun {
namespace {

using Tag = dnnl::memory::format_tag;

constexpr auto kFloat = dnnl::memory::data_type::f32;

dnnl::memory::desc images_desc(const BatchNormShape& shape) {
  return {{shape.batch, shape.channels, shape.height, shape.width},
          kFloat,
          shape.channels_last ? Tag::nhwc : Tag::nchw};
}

dnnl::memory vector_of(const BatchNormShape& shape) {
  return {{{shape.channels}, kFloat, Tag::a}, onednn_engine(), nullptr};
}

dnnl::batch_normalization_forward::primitive_desc describe(const BatchNormShape& shape) {
  using Flags = dnnl::normalization_flags;
  const Flags scaled = Flags::use_scale | Flags::use_shift;
  return {
      dnnl::batch_normalization_forward::desc(
          shape.measures ? dnnl::prop_kind::forward_training : dnnl::prop_kind::forward_inference,
          images_desc(shape), shape.epsilon,
          shape.measures ? scaled : scaled | Flags::use_global_stats),
      onednn_attributes(), onednn_engine()};
}

}  // namespace

struct OneDnnBatchNorm::Primitive {
  Primitive(const BatchNormShape& wanted, int wanted_threads)
      : Primitive(wanted, wanted_threads, describe(wanted)) {}

  Primitive(const BatchNormShape& wanted, int wanted_threads,
            const dnnl::batch_normalization_forward::primitive_desc& chosen)
      : shape(wanted),
        threads(wanted_threads),
        images(images_desc(shape), onednn_engine(), nullptr),
        scale(vector_of(shape)),
        offset(vector_of(shape)),
        mean(vector_of(shape)),
        variance(vector_of(shape)),
        out(images_desc(shape), onednn_engine(), nullptr),
        scratchpad(scratchpad_for(chosen)),
        primitive(chosen) {}

  BatchNormShape shape;
  int threads;  // part of how the work is divided
  dnnl::memory images;
  dnnl::memory scale;
  dnnl::memory offset;
  dnnl::memory mean;
  dnnl::memory variance;
  dnnl::memory out;
  dnnl::memory scratchpad;
  dnnl::batch_normalization_forward primitive;
};

OneDnnBatchNorm::OneDnnBatchNorm() = default;
OneDnnBatchNorm::~OneDnnBatchNorm() = default;

void OneDnnBatchNorm::normalize(const BatchNormShape& shape, const BatchNormData& data) {
  const ComputeShare share;
  with_onednn("normalise", [&] {
    if (primitive_ == nullptr || primitive_->shape != shape ||
        primitive_->threads != share.threads()) {
      primitive_ = std::make_unique<Primitive>(shape, share.threads());
    }
    Primitive& made = *primitive_;
    made.images.set_data_handle(const_cast<float*>(data.images));
    made.scale.set_data_handle(const_cast<float*>(data.scale));
    made.offset.set_data_handle(const_cast<float*>(data.offset));
    made.mean.set_data_handle(data.mean);
    made.variance.set_data_handle(data.variance);
    made.out.set_data_handle(data.out);
    made.primitive.execute(onednn_stream(), {{DNNL_ARG_SRC, made.images},
                                             {DNNL_ARG_SCALE, made.scale},
                                             {DNNL_ARG_SHIFT, made.offset},
                                             {DNNL_ARG_MEAN, made.mean},
                                             {DNNL_ARG_VARIANCE, made.variance},
                                             {DNNL_ARG_DST, made.out},
                                             {DNNL_ARG_SCRATCHPAD, made.scratchpad}});
    onednn_stream().wait();
  });
}

}  // namespace graphrun
