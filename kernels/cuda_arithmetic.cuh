// Elements in device code: how they are loaded many at a time, and in which type arithmetic on them
// is done.

#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdint>
#include <type_traits>

#include "base/half.h"
#include "kernels/type_list.h"

namespace graphrun {

// 16-bit floating point numbers are computed as floats; base/half.h's conversions are the host's.
__device__ inline float widened(Half x) { return __half2float(__ushort_as_half(x.bits)); }
__device__ inline float widened(BFloat16 x) {
  return __uint_as_float(static_cast<std::uint32_t>(x.bits) << 16);
}
template <typename T>
__device__ inline T widened(T x) {
  return x;
}

template <typename T, typename From>
__device__ inline T narrowed(From x) {
  if constexpr (std::is_same_v<T, Half>) {
    T half;
    half.bits = __half_as_ushort(__float2half_rn(static_cast<float>(x)));
    return half;
  } else if constexpr (std::is_same_v<T, BFloat16>) {
    T half;
    half.bits = __bfloat16_as_ushort(__float2bfloat16_rn(static_cast<float>(x)));
    return half;
  } else {
    return static_cast<T>(x);
  }
}

// An integer as the unsigned number that it is modulo 2^32 or 2^64: there arithmetic wraps around.
template <typename T>
__device__ constexpr auto wrapped(T integer) {
  return static_cast<std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>>(integer);
}

// N elements that are loaded and stored at once. Tensors begin at multiples of 256 bytes.
template <typename T, int N>
struct alignas(sizeof(T) * N) Pack {
  T at[N];
};

template <int N, typename T>
__device__ inline Pack<T, N> load_pack(const T* from, std::int64_t pack) {
  return reinterpret_cast<const Pack<T, N>*>(from)[pack];
}
template <int N, typename T>
__device__ inline void store_pack(T* to, std::int64_t pack, const Pack<T, N>& elements) {
  reinterpret_cast<Pack<T, N>*>(to)[pack] = elements;
}

// How many elements fill the 16 bytes that a thread loads at once, of the largest of some types.
template <typename... Ts>
inline constexpr int kPackOf = [] {
  std::size_t bytes = 1;
  ((bytes = sizeof(Ts) > bytes ? sizeof(Ts) : bytes), ...);
  return static_cast<int>(16 / bytes);
}();

}  // namespace graphrun
