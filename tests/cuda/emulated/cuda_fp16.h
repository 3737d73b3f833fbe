// CUDA's float16, as far as cuda_runtime.h says.

#pragma once

#include "base/half.h"

struct __half {
  unsigned short bits;
};
inline __half __ushort_as_half(unsigned short bits) { return {bits}; }
inline unsigned short __half_as_ushort(__half x) { return x.bits; }
inline float __half2float(__half x) { return graphrun::half_bits::to_float(x.bits); }
inline __half __float2half_rn(float x) { return {graphrun::half_bits::from_float(x)}; }
