#include "kernels/as_floats.h"

#include <cassert>

#include "runtime/parallel_for.h"

namespace graphrun {
namespace {

constexpr std::int64_t kGrain = 32 * 1024;

template <typename T>
void widen(const T* from, float* to, std::int64_t elements) {
  parallel_for(elements, kGrain, [&](std::int64_t first, std::int64_t end) {
    for (std::int64_t i = first; i < end; ++i) to[i] = static_cast<float>(from[i]);
  });
}

template <typename T>
void narrow(const float* from, T* to, std::int64_t elements) {
  parallel_for(elements, kGrain, [&](std::int64_t first, std::int64_t end) {
    for (std::int64_t i = first; i < end; ++i) to[i] = T(from[i]);
  });
}

}  // namespace

HostTensor as_floats(const Tensor& tensor) {
  assert(tensor.dtype() == DType::float16 || tensor.dtype() == DType::bfloat16);
  HostTensor floats(DType::float32, tensor.shape());
  float* to = floats.as_mutable<float>().data();
  if (tensor.dtype() == DType::float16) {
    widen(static_cast<const Half*>(tensor.data()), to, tensor.elements());
  } else {
    widen(static_cast<const BFloat16*>(tensor.data()), to, tensor.elements());
  }
  return floats;
}

void round_floats(const HostTensor& floats, const Tensor& rounded) {
  assert(rounded.dtype() == DType::float16 || rounded.dtype() == DType::bfloat16);
  const float* from = floats.as<float>().data();
  if (rounded.dtype() == DType::float16) {
    narrow(from, static_cast<Half*>(rounded.data()), rounded.elements());
  } else {
    narrow(from, static_cast<BFloat16*>(rounded.data()), rounded.elements());
  }
}

}  // namespace graphrun
