#include "kernels/onednn_pooling.h"

#include "kernels/onednn_engine.h"
#include "runtime/compute_share.h"

namespace graphrun {
namespace {

using Dims = dnnl::memory::dims;
using Tag = dnnl::memory::format_tag;

dnnl::memory::desc images_desc(const PoolingShape& shape, std::int64_t rows, std::int64_t columns) {
  return {{shape.batch, shape.channels, rows, columns},
          dnnl::memory::data_type::f32,
          shape.channels_last ? Tag::nhwc : Tag::nchw};
}

dnnl::pooling_forward::primitive_desc describe(const PoolingShape& shape) {
  return {dnnl::pooling_forward::desc(dnnl::prop_kind::forward_inference,
                                      shape.pooling == Pooling::max
                                          ? dnnl::algorithm::pooling_max
                                          : dnnl::algorithm::pooling_avg_exclude_padding,
                                      images_desc(shape, shape.rows.input, shape.columns.input),
                                      images_desc(shape, shape.rows.output, shape.columns.output),
                                      Dims{shape.rows.stride, shape.columns.stride},
                                      Dims{shape.rows.size, shape.columns.size},
                                      Dims{shape.rows.before, shape.columns.before},
                                      Dims{shape.rows.after, shape.columns.after}),
          onednn_attributes(), onednn_engine()};
}

}  // namespace

struct OneDnnPooling::Primitive {
  Primitive(const PoolingShape& wanted, int wanted_threads)
      : Primitive(wanted, wanted_threads, describe(wanted)) {}

  Primitive(const PoolingShape& wanted, int wanted_threads,
            const dnnl::pooling_forward::primitive_desc& chosen)
      : shape(wanted),
        threads(wanted_threads),
        images(images_desc(shape, shape.rows.input, shape.columns.input), onednn_engine(), nullptr),
        out(images_desc(shape, shape.rows.output, shape.columns.output), onednn_engine(), nullptr),
        scratchpad(scratchpad_for(chosen)),
        primitive(chosen) {}

  PoolingShape shape;
  int threads;  // part of how the work is divided
  dnnl::memory images;
  dnnl::memory out;
  dnnl::memory scratchpad;
  dnnl::pooling_forward primitive;
};

OneDnnPooling::OneDnnPooling() = default;
OneDnnPooling::~OneDnnPooling() = default;

void OneDnnPooling::pool(const PoolingShape& shape, const float* images, float* out) {
  const ComputeShare share;
  with_onednn("pool", [&] {
    if (primitive_ == nullptr || primitive_->shape != shape ||
        primitive_->threads != share.threads()) {
      primitive_ = std::make_unique<Primitive>(shape, share.threads());
    }
    primitive_->images.set_data_handle(const_cast<float*>(images));
    primitive_->out.set_data_handle(out);
    primitive_->primitive.execute(onednn_stream(), {{DNNL_ARG_SRC, primitive_->images},
                                                    {DNNL_ARG_DST, primitive_->out},
                                                    {DNNL_ARG_SCRATCHPAD, primitive_->scratchpad}});
    onednn_stream().wait();
  });
}

}  // namespace graphrun
