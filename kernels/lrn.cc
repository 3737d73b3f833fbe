// LRN: local response normalisation. Each element is divided by a power of the sum of squares of
// the channels around it.

#include <algorithm>
#include <vector>

#include "graph/shape_rules.h"
#include "graph/work.h"
#include "kernels/as_floats.h"
#include "kernels/vector_math.h"
#include "kernels/windows.h"
#include "runtime/compute_share.h"
#include "runtime/kernel_context.h"
#include "runtime/parallel_for.h"

namespace graphrun {
namespace {

struct Normalization {
  std::int64_t radius = 0;
  float bias = 0;
  float alpha = 0;
  float beta = 0;
};

// Elements that are worked on at a time: few enough that all buffers stay in the cache.
constexpr std::int64_t kBlockElements = 2048;

// A thread's buffers, and what it does with them.
class Normalizer {
 public:
  Normalizer(const Normalization& settings, std::int64_t channels)
      : settings_(settings),
        channels_(channels),
        squares_(static_cast<std::size_t>(channels)),
        sums_(static_cast<std::size_t>(std::max(channels, kBlockElements))),
        factors_(sums_.size()) {}

  // As many as fit into the buffers.
  std::int64_t pixels_at_a_time() const {
    return std::max<std::int64_t>(1, kBlockElements / channels_);
  }

  void normalize(const float* in, float* out, std::int64_t pixels) {
    const std::int64_t elements = pixels * channels_;
    for (std::int64_t at = 0; at < elements; at += channels_) {
      sum_squares(in + at, sums_.data() + at);
    }
    for (std::int64_t i = 0; i < elements; ++i) {
      sums_[static_cast<std::size_t>(i)] =
          settings_.bias + settings_.alpha * sums_[static_cast<std::size_t>(i)];
    }
    take_powers(elements);
    for (std::int64_t i = 0; i < elements; ++i) {
      out[i] = in[i] * factors_[static_cast<std::size_t>(i)];
    }
  }

 private:
  void sum_squares(const float* in, float* sums) {
    float* squares = squares_.data();
    for (std::int64_t c = 0; c < channels_; ++c) squares[c] = in[c] * in[c];
    for (std::int64_t c = 0; c < channels_; ++c) sums[c] = squares[c];
    for (std::int64_t d = 1; d <= std::min(settings_.radius, channels_ - 1); ++d) {
      for (std::int64_t c = d; c < channels_; ++c) sums[c] += squares[c - d];
      for (std::int64_t c = 0; c < channels_ - d; ++c) sums[c] += squares[c + d];
    }
  }

  // factors = sums to the power of -beta. The usual powers need no logarithm.
  void take_powers(std::int64_t elements) {
    float* sums = sums_.data();
    float* factors = factors_.data();
    if (settings_.beta == 0.5f) {
      vector_math::rsqrt.floats(sums, factors, elements);
    } else if (settings_.beta == 1.0f) {
      vector_math::reciprocal.floats(sums, factors, elements);
    } else if (settings_.beta == 0.75f) {
      vector_math::rsqrt.floats(sums, factors, elements);
      vector_math::sqrt.floats(factors, sums, elements);
      for (std::int64_t i = 0; i < elements; ++i) factors[i] *= sums[i];
    } else {
      vector_math::log.floats(sums, factors, elements);
      for (std::int64_t i = 0; i < elements; ++i) sums[i] = -settings_.beta * factors[i];
      vector_math::exp.floats(sums, factors, elements);
    }
  }

  Normalization settings_;
  std::int64_t channels_;
  std::vector<float> squares_;  // of one pixel
  std::vector<float> sums_;
  std::vector<float> factors_;
};

void normalize(const Normalization& settings, const float* in, float* out, std::int64_t pixels,
               std::int64_t channels) {
  constexpr std::int64_t kGrain = 4 * 1024;  // elements
  const ComputeShare share;
  parallel_for(pixels, std::max<std::int64_t>(1, kGrain / channels),
               [&](std::int64_t first, std::int64_t end) {
                 Normalizer normalizer(settings, channels);
                 const std::int64_t step = normalizer.pixels_at_a_time();
                 for (std::int64_t at = first; at < end; at += step) {
                   normalizer.normalize(in + at * channels, out + at * channels,
                                        std::min(step, end - at));
                 }
               });
}

void lrn_cpu(KernelContext& context) {
  const Attributes& attributes = context.attributes();
  const Normalization settings{.radius = attributes.integer("depth_radius"),
                               .bias = static_cast<float>(attributes.number("bias")),
                               .alpha = static_cast<float>(attributes.number("alpha")),
                               .beta = static_cast<float>(attributes.number("beta"))};
  const Tensor& images = context.input(0);
  const Tensor& out = context.output();
  if (out.elements() == 0) return;
  const std::int64_t channels = images.shape()[3];
  const std::int64_t pixels = images.elements() / channels;
  if (out.dtype() == DType::float32) {
    normalize(settings, static_cast<const float*>(images.data()), static_cast<float*>(out.data()),
              pixels, channels);
    return;
  }
  const HostTensor floats = as_floats(images);
  HostTensor normalized(DType::float32, out.shape());
  normalize(settings, floats.as<float>().data(), normalized.as_mutable<float>().data(), pixels,
            channels);
  round_floats(normalized, out);
}

void shape_of_images(ShapeContext& context) {
  require_rank(context.input(0), 4);
  if (context.attributes().integer("depth_radius") < 0) {
    throw ShapeFault{"depth_radius must be nonnegative"};
  }
  same_as_first_input(context);
}

// For each element its square, the sum of those around it, then a factor, a bias, a power and a
// product.
Work work_of_lrn(const WorkContext& context) {
  const auto radius = static_cast<double>(context.attributes().integer("depth_radius"));
  return computes(context, (2 * radius + 5) * context.output().elements());
}

}  // namespace

void add_lrn(OpCatalog& ops) {
  constexpr DTypes kTypes = {DType::float16, DType::bfloat16, DType::float32};
  constexpr DTypes kOnCpu = {DType::float16, DType::float32};
  ops.add({.name = "LRN",
           .summary = "each element divided by a power of the squares of the channels around it",
           .inputs = {ArgDef::typed("input")},
           .outputs = {ArgDef::typed("output")},
           .type_attributes = {{.name = "T", .allowed = kTypes, .otherwise = DType::float32}},
           .attributes = {{.name = "depth_radius",
                           .kind = AttributeKind::integer,
                           .otherwise = std::int64_t{5}},
                          {.name = "bias", .kind = AttributeKind::number, .otherwise = 1.0},
                          {.name = "alpha", .kind = AttributeKind::number, .otherwise = 1.0},
                          {.name = "beta", .kind = AttributeKind::number, .otherwise = 0.5}},
           .infer_shapes = shape_of_images,
           .work = work_of_lrn,
           .kernels = {{.device = DeviceType::cpu, .types = {kOnCpu}, .run = lrn_cpu},
                       {.device = DeviceType::gpu, .types = {{DType::float32}}}},
           .example = R"(# One pixel of four channels; each is normalised with its neighbours.
nodes:
  - {op: Const, name: pixel, shape: [1, 1, 1, 4], value: [1.0, 2.0, 3.0, 4.0]}
  - {op: LRN, name: y, inputs: [pixel], depth_radius: 1}
fetch: [y]
)"});
}

}  // namespace graphrun
