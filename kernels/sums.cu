// Sums of whole tensors on GPUs: AddN, AssignAdd, AssignSub, BiasAdd.

#include "kernels/assign_update.h"
#include "kernels/cuda_elementwise.cuh"
#include "kernels/cuda_types.h"
#include "kernels/index_values.h"
#include "kernels/windows.h"

namespace graphrun {
namespace {

// More would not fit a launch's arguments; of more inputs the first sum is an input of the next.
constexpr int kMostAddends = 256;

template <typename T>
struct Addends {
  const T* tensors[kMostAddends];
  int count;
};

// What sums of T are added up in: floats for the 16-bit types; integers wrap around.
template <typename T>
__device__ inline auto addend(T x) {
  if constexpr (std::is_integral_v<T>) {
    return wrapped(x);
  } else {
    return widened(x);
  }
}

// The sum may be the first of the addends.
template <typename T>
__global__ void add_all(const Addends<T> addends, T* sum, std::int64_t elements) {
  constexpr int kPack = kPackOf<T>;
  const std::int64_t packs = elements / kPack;
  if (const std::int64_t i = thread_number(); i < packs) {
    decltype(addend(T{})) total[kPack];
    const Pack<T, kPack> first = load_pack<kPack>(addends.tensors[0], i);
#pragma unroll
    for (int k = 0; k < kPack; ++k) total[k] = addend(first.at[k]);
    for (int n = 1; n < addends.count; ++n) {
      const Pack<T, kPack> next = load_pack<kPack>(addends.tensors[n], i);
#pragma unroll
      for (int k = 0; k < kPack; ++k) total[k] += addend(next.at[k]);
    }
    Pack<T, kPack> to;
#pragma unroll
    for (int k = 0; k < kPack; ++k) to.at[k] = narrowed<T>(total[k]);
    store_pack(sum, i, to);
  }
  const std::int64_t i = packs * kPack + thread_number();
  if (i < elements) {
    auto total = addend(addends.tensors[0][i]);
    for (int n = 1; n < addends.count; ++n) total += addend(addends.tensors[n][i]);
    sum[i] = narrowed<T>(total);
  }
}

struct Plus {
  template <typename T>
  __device__ T operator()(T x, T y) const {
    return static_cast<T>(addend(x) + addend(y));
  }
};

struct Minus {
  template <typename T>
  __device__ T operator()(T x, T y) const {
    return static_cast<T>(addend(x) - addend(y));
  }
};

template <typename Op>
void update(KernelContext& context, const Op& op) {
  const Tensor& value = context.input(1);
  VariableUpdate update(context, value);
  const Shape flat{update.next().elements()};
  if (flat.elements() > 0) {
    CudaDevice& device = cuda_device(context);
    CudaFloatsAndInt64::visit(value.dtype(), [&]<typename T>(std::type_identity<T>) {
      launch_binary(device, static_cast<const T*>(update.old().data()), flat,
                    static_cast<const T*>(value.data()), flat,
                    static_cast<T*>(update.next().data()), flat, op);
    });
  }
  update.commit();
}

}  // namespace

void add_n_cuda(KernelContext& context) {
  const Tensor& sum = context.output();
  const std::int64_t elements = sum.elements();
  if (elements == 0) return;
  CudaDevice& device = cuda_device(context);
  CudaFloatsAndInt64::visit(sum.dtype(), [&]<typename T>(std::type_identity<T>) {
    T* const to = static_cast<T*>(sum.data());
    int next = 0;
    do {
      Addends<T> addends{};
      if (next > 0) addends.tensors[addends.count++] = to;
      while (next < context.inputs() && addends.count < kMostAddends) {
        addends.tensors[addends.count++] = static_cast<const T*>(context.input(next++).data());
      }
      launch_per_item(device, (elements + kPackOf<T> - 1) / kPackOf<T>, add_all<T>, addends, to,
                      elements);
    } while (next < context.inputs());
  });
}

void assign_add_cuda(KernelContext& context) { update(context, Plus{}); }
void assign_sub_cuda(KernelContext& context) { update(context, Minus{}); }

void bias_add_cuda(KernelContext& context) {
  const Tensor& value = context.input(0);
  const Tensor& bias = context.input(1);
  const Tensor& sum = context.output();
  const bool channels_last = image_axes(context.attributes()).channels_last();
  const int axis = channels_last ? value.shape().rank() - 1 : 1;
  if (value.shape()[axis] != bias.shape()[0]) {
    KernelContext::invalid(
        "Must provide as many biases as the last dimension of the input tensor: " +
        to_string(bias.shape()) + " vs. " + to_string(value.shape()));
  }
  if (sum.elements() == 0) return;
  const auto extents = value.shape().extents();
  const auto channels = static_cast<std::size_t>(axis);
  const Shape flat = {product(extents.first(channels)), extents[channels],
                      product(extents.subspan(channels + 1))};
  CudaDevice& device = cuda_device(context);
  CudaFloats::visit(sum.dtype(), [&]<typename T>(std::type_identity<T>) {
    launch_binary(device, static_cast<const T*>(value.data()), flat,
                  static_cast<const T*>(bias.data()), Shape{extents[channels], 1},
                  static_cast<T*>(sum.data()), flat, Plus{});
  });
}

}  // namespace graphrun
