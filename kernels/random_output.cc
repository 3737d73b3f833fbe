#include "kernels/random_output.h"

#include "kernels/random_op.h"
#include "runtime/compute_share.h"
#include "runtime/random_fill.h"

namespace graphrun {
namespace {

// `fill` is called with the output's memory, type and number of elements, and a stream.
template <typename Fill>
void fill_output(KernelContext& context, const Fill& fill) {
  const Tensor& output = context.output();
  const RandomStream stream = take_samples(context, samples_used(output.elements()));
  const ComputeShare share;
  fill(output.data(), output.dtype(), output.elements(), stream);
}

}  // namespace

void uniform_output(KernelContext& context) {
  fill_output(context,
              [](void* data, DType dtype, std::int64_t elements, const RandomStream& stream) {
                fill_uniform(data, dtype, elements, stream);
              });
}

void uniform_int_output(KernelContext& context, std::int64_t minval, std::int64_t maxval) {
  fill_output(context,
              [&](void* data, DType dtype, std::int64_t elements, const RandomStream& stream) {
                fill_uniform_int(data, dtype, elements, stream, minval, maxval);
              });
}

void normal_output(KernelContext& context) {
  fill_output(context,
              [](void* data, DType dtype, std::int64_t elements, const RandomStream& stream) {
                fill_normal(data, dtype, elements, stream);
              });
}

void truncated_normal_output(KernelContext& context) {
  fill_output(context, fill_truncated_normal);
}

}  // namespace graphrun
