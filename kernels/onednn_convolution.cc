#include "kernels/onednn_convolution.h"

#include "kernels/onednn_engine.h"
#include "runtime/compute_share.h"

namespace graphrun {
namespace {

using Dims = dnnl::memory::dims;
using Tag = dnnl::memory::format_tag;

constexpr auto kFloat = dnnl::memory::data_type::f32;

// From here on a convolution divides well over the cores; below it, sharing them costs less than
// waiting for all of them.
constexpr double kLargeConvolution = 512.0 * 512.0 * 512.0;

ComputeShare::Use use_for(const ConvolutionShape& shape) {
  const double multiplications =
      static_cast<double>(shape.batch * shape.rows.output * shape.columns.output) *
      static_cast<double>(shape.rows.size * shape.columns.size * shape.group_channels()) *
      static_cast<double>(shape.output_channels);
  return multiplications >= kLargeConvolution ? ComputeShare::Use::all_cores
                                              : ComputeShare::Use::some_cores;
}

Dims image_dims(const ConvolutionShape& shape) {
  return {shape.batch, shape.channels, shape.rows.input, shape.columns.input};
}

Dims output_dims(const ConvolutionShape& shape) {
  return {shape.batch, shape.output_channels, shape.rows.output, shape.columns.output};
}

Dims filter_dims(const ConvolutionShape& shape) {
  if (shape.groups == 1) {
    return {shape.output_channels, shape.channels, shape.rows.size, shape.columns.size};
  }
  return {shape.groups, shape.group_output_channels(), shape.group_channels(), shape.rows.size,
          shape.columns.size};
}

// The filter as TensorFlow lays it out: output channels innermost, group by group.
dnnl::memory::desc filter_desc(const ConvolutionShape& shape) {
  const std::int64_t tap = shape.output_channels * shape.group_channels();
  if (shape.groups == 1) {
    return {filter_dims(shape), kFloat,
            Dims{1, shape.output_channels, tap * shape.columns.size, tap}};
  }
  return {
      filter_dims(shape), kFloat,
      Dims{shape.group_output_channels(), 1, shape.output_channels, tap * shape.columns.size, tap}};
}

dnnl::memory::desc image_desc(const ConvolutionShape& shape, const Dims& dims) {
  return {dims, kFloat, shape.channels_last ? Tag::nhwc : Tag::nchw};
}

// Images with the channels last are worked on as they are. Otherwise oneDNN may choose: it has no
// fast kernel for the plain layout with the channels first.
dnnl::convolution_forward::primitive_desc describe(const ConvolutionShape& shape) {
  const auto working = [&](const Dims& dims) {
    return shape.channels_last ? image_desc(shape, dims)
                               : dnnl::memory::desc(dims, kFloat, Tag::any);
  };
  return {dnnl::convolution_forward::desc(
              dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
              working(image_dims(shape)), dnnl::memory::desc(filter_dims(shape), kFloat, Tag::any),
              working(output_dims(shape)), Dims{shape.rows.stride, shape.columns.stride},
              Dims{shape.rows.dilation - 1, shape.columns.dilation - 1},
              Dims{shape.rows.before, shape.columns.before},
              Dims{shape.rows.after, shape.columns.after}),
          onednn_attributes(), onednn_engine()};
}

// A change of layout.
struct Reorder {
  Reorder() = default;
  Reorder(const dnnl::memory& from, const dnnl::memory& to)
      : Reorder(dnnl::reorder::primitive_desc(from, to, onednn_attributes())) {}
  explicit Reorder(const dnnl::reorder::primitive_desc& chosen)
      : scratchpad(scratchpad_for(chosen)), primitive(chosen) {}

  void execute(const dnnl::memory& from, const dnnl::memory& to) {
    primitive.execute(
        onednn_stream(),
        {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}, {DNNL_ARG_SCRATCHPAD, scratchpad}});
  }

  dnnl::memory scratchpad;
  dnnl::reorder primitive;
};

// An operand in the graph's layout, and where that is not what the primitive works on, room for it
// in the layout that it does.
struct Operand {
  Operand(const dnnl::memory::desc& given_as, const dnnl::memory::desc& worked_on_as)
      : given(given_as, onednn_engine(), nullptr),
        is_reordered(given_as != worked_on_as),
        working(is_reordered ? dnnl::memory(worked_on_as, onednn_engine()) : given) {}

  void use(const float* data) { given.set_data_handle(const_cast<float*>(data)); }

  dnnl::memory given;
  bool is_reordered;
  dnnl::memory working;  // `given` itself where it is not reordered
};

}  // namespace

struct OneDnnConvolution::Primitive {
  Primitive(const ConvolutionShape& wanted, int wanted_threads)
      : Primitive(wanted, wanted_threads, describe(wanted)) {}

  Primitive(const ConvolutionShape& wanted, int wanted_threads,
            const dnnl::convolution_forward::primitive_desc& chosen)
      : shape(wanted),
        threads(wanted_threads),
        images(image_desc(shape, image_dims(shape)), chosen.src_desc()),
        filter(filter_desc(shape), chosen.weights_desc()),
        out(image_desc(shape, output_dims(shape)), chosen.dst_desc()),
        scratchpad(scratchpad_for(chosen)),
        primitive(chosen) {
    if (images.is_reordered) images_in = Reorder(images.given, images.working);
    if (filter.is_reordered) filter_in = Reorder(filter.given, filter.working);
    if (out.is_reordered) result_out = Reorder(out.working, out.given);
  }

  ConvolutionShape shape;
  int threads;  // part of how the work is divided
  Operand images;
  Operand filter;
  Operand out;
  Reorder images_in;
  Reorder filter_in;
  Reorder result_out;
  dnnl::memory scratchpad;
  dnnl::convolution_forward primitive;
};

OneDnnConvolution::OneDnnConvolution() = default;
OneDnnConvolution::~OneDnnConvolution() = default;

void OneDnnConvolution::convolve(const ConvolutionShape& shape, const float* images,
                                 const float* filter, float* out) {
  const ComputeShare share(use_for(shape));
  with_onednn("convolve", [&] {
    if (primitive_ == nullptr || primitive_->shape != shape ||
        primitive_->threads != share.threads()) {
      primitive_ = std::make_unique<Primitive>(shape, share.threads());
    }
    Primitive& made = *primitive_;
    dnnl::stream& stream = onednn_stream();
    made.images.use(images);
    made.filter.use(filter);
    made.out.use(out);
    if (made.images.is_reordered) {
      made.images_in.execute(made.images.given, made.images.working);
    }
    if (made.filter.is_reordered) {
      made.filter_in.execute(made.filter.given, made.filter.working);
    }
    made.primitive.execute(stream, {{DNNL_ARG_SRC, made.images.working},
                                    {DNNL_ARG_WEIGHTS, made.filter.working},
                                    {DNNL_ARG_DST, made.out.working},
                                    {DNNL_ARG_SCRATCHPAD, made.scratchpad}});
    if (made.out.is_reordered) {
      made.result_out.execute(made.out.working, made.out.given);
    }
    stream.wait();
  });
}

}  // namespace graphrun
