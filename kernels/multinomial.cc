// Multinomial: draws classes, each with the probability that its logit gives it. The classes are
// TensorFlow's CPU kernel's for the same seeds, as it draws them in one thread (in several, its
// later rows begin at other places of the stream, which depend on the number of threads).

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/philox.h"
#include "kernels/for_dtype.h"
#include "kernels/index_values.h"
#include "kernels/random_op.h"
#include "runtime/compute_share.h"
#include "runtime/parallel_for.h"

namespace graphrun {
namespace {

// The running sums of exp(logit - greatest); what is not finite adds nothing.
std::vector<double> running_sums(const std::vector<double>& logits) {
  double greatest = std::numeric_limits<double>::lowest();
  for (const double logit : logits) {
    if (std::isfinite(logit)) greatest = std::max(greatest, logit);
  }
  std::vector<double> sums;
  sums.reserve(logits.size());
  double sum = 0;
  for (const double logit : logits) {
    if (std::isfinite(logit)) sum += std::exp(logit - greatest);
    sums.push_back(sum);
  }
  return sums;
}

// Number `n` of a stream of doubles, two to a block.
double double_at(const RandomStream& stream, std::int64_t n) {
  Philox place(stream.seed, stream.seed2);
  place.skip(stream.offset);
  place.skip(static_cast<std::uint64_t>(n / 2));
  const PhiloxBlock block = place.block();
  return n % 2 == 0 ? unit_double(block.words[0], block.words[1])
                    : unit_double(block.words[2], block.words[3]);
}

template <typename T, typename Index>
void draw_classes(const Tensor& logits, const RandomStream& stream, const Tensor& output) {
  const std::int64_t classes = logits.shape()[1];
  const std::int64_t samples = output.shape()[1];
  const auto* from = static_cast<const T*>(logits.data());
  auto* to = static_cast<Index*>(output.data());
  constexpr std::int64_t kGrainWork = 4096;
  const ComputeShare share;
  parallel_for(output.shape()[0], 1 + kGrainWork / (classes + 8 * samples),
               [&](std::int64_t first, std::int64_t end) {
                 for (std::int64_t row = first; row < end; ++row) {
                   std::vector<double> sums(static_cast<std::size_t>(classes));
                   std::transform(from + row * classes, from + (row + 1) * classes, sums.begin(),
                                  [](T x) { return double{Arithmetic<T>(x)}; });
                   sums = running_sums(sums);
                   for (std::int64_t i = 0; i < samples; ++i) {
                     const std::int64_t at = row * samples + i;
                     const double wanted = double_at(stream, at) * sums.back();
                     to[at] =
                         static_cast<Index>(std::ranges::upper_bound(sums, wanted) - sums.begin());
                   }
                 }
               });
}

void multinomial_cpu(KernelContext& context) {
  const Tensor& logits = context.input(0);
  const Tensor& output = context.output();
  const std::int64_t batch = logits.shape()[0];
  const std::int64_t classes = logits.shape()[1];
  if (classes <= 0) {
    KernelContext::invalid(fmt::format("num_classes should be positive, got {}", classes));
  }
  if (output.elements() == 0) return;
  const std::int64_t samples = output.shape()[1];
  const RandomStream stream =
      take_samples(context, samples_used(batch * ((samples + 3) / 4 * 4) * 2));
  const auto draw = [&]<typename T>(std::type_identity<T>) {
    output.dtype() == DType::int32 ? draw_classes<T, std::int32_t>(logits, stream, output)
                                   : draw_classes<T, std::int64_t>(logits, stream, output);
  };
  switch (logits.dtype()) {
    case DType::float16: return draw(std::type_identity<Half>{});
    case DType::float32: return draw(std::type_identity<float>{});
    default: return draw(std::type_identity<double>{});
  }
}

void shape_of_samples(ShapeContext& context) {
  expect_rank(context.input(0), 2);
  expect_rank(context.input(1), 0);
  const Shape& logits = context.input(0);
  const auto samples = known_integer(context, 1);
  if (samples && *samples < 0) {
    throw ShapeFault{
        fmt::format("Dimension size, given by scalar input 1, must be non-negative "
                    "but is {}",
                    *samples)};
  }
  context.set_output(
      0, {logits.has_rank() ? logits[0] : Shape::kUnknown, samples.value_or(Shape::kUnknown)});
}

constexpr DTypes kTypes = {DType::float16, DType::float32, DType::float64};

}  // namespace

void add_multinomial(OpCatalog& ops) {
  ops.add({.name = "Multinomial",
           .summary = "draws classes with the probabilities that logits give them",
           .inputs = {ArgDef::typed("logits", 0), ArgDef::of("num_samples", DType::int32)},
           .outputs = {ArgDef::typed("output", 1)},
           .type_attributes = {{.name = "T", .allowed = kNumberTypes},
                               {.name = "output_dtype",
                                .allowed = kIndexTypes,
                                .otherwise = DType::int64}},
           .attributes = seed_attributes(),
           .infer_shapes = shape_of_samples,
           .kernels =
               {{.device = DeviceType::cpu, .types = {kTypes, kIndexTypes}, .run = multinomial_cpu},
                {.device = DeviceType::gpu, .types = {kTypes, kIndexTypes}, .host_inputs = {1}}},
           .is_stateful = true,
           .example = R"(nodes:
  - {op: Const, name: logits, value: [[0.0, 0.0, 3.0]]}
  - {op: Multinomial, name: drawn, inputs: [logits], num_samples: 10, seed: 1, seed2: 2}
fetch: [drawn]
)"});
}

}  // namespace graphrun
