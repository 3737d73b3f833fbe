// The GPU module's part of random_output.h. A thread computes what one block of Philox gives, by
// the functions that the CPU uses, so the numbers are the CPU's bit for bit.

#include "backends/cuda/launch.cuh"
#include "base/box_muller.h"
#include "kernels/cuda_arithmetic.cuh"
#include "kernels/cuda_types.h"
#include "kernels/random_op.h"
#include "kernels/random_output.h"
#include "runtime/random_fill.h"

namespace graphrun {
namespace {

// Elements from a block's 128 bits: a word for each, two for a type of 64 bits.
template <typename T>
constexpr int kPerBlock = sizeof(T) == 8 ? 2 : 4;

struct Uniform {
  template <typename T>
  __device__ void make(const PhiloxBlock& block, T* to) const {
    if constexpr (std::is_same_v<T, double>) {
      to[0] = unit_double(block.words[0], block.words[1]);
      to[1] = unit_double(block.words[2], block.words[3]);
    } else {
      for (int i = 0; i < 4; ++i) {
        if constexpr (std::is_same_v<T, Half>) {
          to[i] = narrowed<T>(unit_float16(block.words[i]));
        } else {
          to[i] = unit_float(block.words[i]);
        }
      }
    }
  }
};

// The same pairs in `to`, before they are rounded to a 16-bit type.
__device__ inline void normals_of(const PhiloxBlock& block, float* to) {
  for (int i = 0; i < 4; i += 2) {
    const float u = clear_of_zero(unit_float(block.words[i]));
    const float v = unit_float(block.words[i + 1]);
    const NormalPair<float> pair = normal_pair(normal_square(u), normal_direction(v));
    to[i] = pair.first;
    to[i + 1] = pair.second;
  }
}
__device__ inline void normals_of(const PhiloxBlock& block, double* to) {
  const double u = clear_of_zero(unit_double(block.words[0], block.words[1]));
  const double v = unit_double(block.words[2], block.words[3]);
  const NormalPair<double> pair = normal_pair(normal_square(u), normal_direction(v));
  to[0] = pair.first;
  to[1] = pair.second;
}

struct Normal {
  template <typename T>
  __device__ void make(const PhiloxBlock& block, T* to) const {
    Operand<T> wide[kPerBlock<T>];
    normals_of(block, wide);
    for (int i = 0; i < kPerBlock<T>; ++i) to[i] = narrowed<T>(wide[i]);
  }
};

// In [low, low + range). Without signs, as the width of the range need not fit into a signed
// number.
struct UniformInteger {
  std::uint64_t low;
  std::uint64_t range;

  __device__ void make(const PhiloxBlock& block, std::int32_t* to) const {
    for (int i = 0; i < 4; ++i) {
      to[i] = static_cast<std::int32_t>(static_cast<std::uint32_t>(low) +
                                        block.words[i] % static_cast<std::uint32_t>(range));
    }
  }
  __device__ void make(const PhiloxBlock& block, std::int64_t* to) const {
    for (int i = 0; i < 2; ++i) {
      const std::uint64_t bits = std::uint64_t{block.words[2 * i + 1]} << 32 | block.words[2 * i];
      to[i] = static_cast<std::int64_t>(low + bits % range);
    }
  }
};

template <typename T, typename Distribution>
__global__ void fill(T* data, std::int64_t elements, RandomStream stream,
                     Distribution distribution) {
  constexpr int kCount = kPerBlock<T>;
  const std::int64_t blocks = (elements + kCount - 1) / kCount;
  if (const std::int64_t i = thread_number(); i < blocks) {
    Philox place(stream.seed, stream.seed2);
    place.skip(stream.offset);
    place.skip(static_cast<std::uint64_t>(i));
    Pack<T, kCount> made;
    distribution.make(place.block(), made.at);
    if ((i + 1) * kCount <= elements) {
      store_pack(data, i, made);
    } else {
      for (int k = 0; k < kCount; ++k) {
        if (i * kCount + k < elements) data[i * kCount + k] = made.at[k];
      }
    }
  }
}

// A group of elements, as many as a block has numbers, has 256 samples for each of them, and takes
// the numbers that are not refused in their order.
template <typename T>
__global__ void fill_truncated(T* data, std::int64_t elements, RandomStream stream) {
  constexpr int kGroup = kPerBlock<T>;
  constexpr std::uint64_t kBlocksOfGroup = kGroup * 256 / 4;
  const std::int64_t groups = (elements + kGroup - 1) / kGroup;
  if (const std::int64_t i = thread_number(); i < groups) {
    Philox place(stream.seed, stream.seed2);
    place.skip(stream.offset);
    place.skip(static_cast<std::uint64_t>(i) * kBlocksOfGroup);
    T* const to = data + i * kGroup;
    const std::int64_t left = elements - i * kGroup;
    const int wanted = left < kGroup ? static_cast<int>(left) : kGroup;
    int taken = 0;
    while (taken < wanted) {
      Operand<T> numbers[kGroup];
      normals_of(place.block(), numbers);
      place.skip(1);
      for (int k = 0; k < kGroup; ++k) {
        if (taken < wanted && fabs(numbers[k]) < Operand<T>(2)) {
          to[taken++] = narrowed<T>(numbers[k]);
        }
      }
    }
  }
}

template <typename Types, typename Distribution>
void fill_output(KernelContext& context, const Distribution& distribution) {
  const Tensor& output = context.output();
  const std::int64_t elements = output.elements();
  const RandomStream stream = take_samples(context, samples_used(elements));
  CudaDevice& device = cuda_device(context);
  Types::visit(output.dtype(), [&]<typename T>(std::type_identity<T>) {
    launch_per_item(device, (elements + kPerBlock<T> - 1) / kPerBlock<T>, fill<T, Distribution>,
                    static_cast<T*>(output.data()), elements, stream, distribution);
  });
}

}  // namespace

void uniform_output(KernelContext& context) { fill_output<CudaFloats>(context, Uniform{}); }
void normal_output(KernelContext& context) { fill_output<CudaFloats>(context, Normal{}); }

void uniform_int_output(KernelContext& context, std::int64_t minval, std::int64_t maxval) {
  const auto low = static_cast<std::uint64_t>(minval);
  fill_output<TypeList<std::int32_t, std::int64_t>>(
      context, UniformInteger{low, static_cast<std::uint64_t>(maxval) - low});
}

void truncated_normal_output(KernelContext& context) {
  const Tensor& output = context.output();
  const std::int64_t elements = output.elements();
  const RandomStream stream = take_samples(context, samples_used(elements));
  CudaDevice& device = cuda_device(context);
  CudaFloats::visit(output.dtype(), [&]<typename T>(std::type_identity<T>) {
    launch_per_item(device, (elements + kPerBlock<T> - 1) / kPerBlock<T>, fill_truncated<T>,
                    static_cast<T*>(output.data()), elements, stream);
  });
}

}  // namespace graphrun
