// CUDA's bfloat16, as far as cuda_runtime.h says.

#pragma once

#include "base/half.h"

struct __nv_bfloat16 {
  unsigned short bits;
};
inline __nv_bfloat16 __float2bfloat16_rn(float x) { return {graphrun::BFloat16(x).bits}; }
inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) { return x.bits; }
