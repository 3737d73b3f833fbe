#include "kernels/take_along.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "kernels/element_bytes.h"
#include "runtime/compute_share.h"
#include "runtime/parallel_for.h"

namespace graphrun {
namespace {

// Enough bytes to be worth another thread.
constexpr std::int64_t kGrainBytes = 128 * 1024;

// "0,1": the place of an index among the indices.
std::string place_of(std::int64_t i, const Shape& shape) {
  std::vector<std::int64_t> place;
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    place.push_back(i % shape[axis]);
    i /= shape[axis];
  }
  std::reverse(place.begin(), place.end());
  return fmt::format("{}", fmt::join(place, ","));
}

// How the output is walked: for each batch, outer index and index, `inner` elements are copied.
struct TakeWalk {
  std::int64_t batches;
  std::int64_t outer;
  std::int64_t indices;  // a batch
  std::int64_t extent;   // of the axis that is taken from
  std::int64_t inner;
};

template <typename E>
void take(const E* params, const std::vector<std::int64_t>& indices, E* to, const TakeWalk& walk) {
  const std::int64_t bytes = std::max<std::int64_t>(1, walk.inner * std::int64_t{sizeof(E)});
  const std::int64_t pieces = walk.batches * walk.outer * walk.indices;
  parallel_for(pieces, std::max<std::int64_t>(1, kGrainBytes / bytes),
               [&](std::int64_t first, std::int64_t end) {
                 for (std::int64_t p = first; p < end; ++p) {
                   const std::int64_t i = p % walk.indices;
                   const std::int64_t row = p / walk.indices;  // batch * outer + outer index
                   const std::int64_t batch = row / walk.outer;
                   const std::int64_t index =
                       indices[static_cast<std::size_t>(batch * walk.indices + i)];
                   const E* from = params + (row * walk.extent + index) * walk.inner;
                   if constexpr (std::is_trivially_copyable_v<E>) {
                     if (walk.inner > 1) {
                       std::memcpy(to + p * walk.inner, from, static_cast<std::size_t>(bytes));
                       continue;
                     }
                   }
                   std::copy_n(from, walk.inner, to + p * walk.inner);
                 }
               });
}

}  // namespace

void take_along(KernelContext& context, int axis, int batch_axes) {
  const Tensor& params = context.input(0);
  const Tensor& places = context.input(1);
  const std::vector<std::int64_t> indices = integers_of(places);
  const std::int64_t extent = params.shape()[axis];
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] >= 0 && indices[i] < extent) continue;
    KernelContext::invalid(fmt::format("indices[{}] = {} is not in [0, {})",
                                       place_of(static_cast<std::int64_t>(i), places.shape()),
                                       indices[i], extent));
  }
  const Tensor& output = context.output();
  if (output.elements() == 0) return;
  const auto extents = params.shape().extents();
  const auto batches = static_cast<std::size_t>(batch_axes);
  const auto at = static_cast<std::size_t>(axis);
  TakeWalk walk{product(extents.first(batches)), product(extents.subspan(batches, at - batches)), 0,
                extent, product(extents.subspan(at + 1))};
  walk.indices = places.elements() / walk.batches;
  const auto take_all = [&] {
    for_element_bytes(params.dtype(), [&]<typename E>(std::type_identity<E>) {
      take(static_cast<const E*>(params.data()), indices, static_cast<E*>(output.data()), walk);
    });
  };
  if (output.bytes() < 2 * static_cast<std::size_t>(kGrainBytes)) {
    take_all();
  } else {
    const ComputeShare share;
    take_all();
  }
}

}  // namespace graphrun
