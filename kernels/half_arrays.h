// Arrays of 16-bit floats to arrays of floats and back, each element rounded to the nearest.

#pragma once

#include <cstdint>

#include "base/half.h"

namespace graphrun {

// `to` must not overlap `from`.
void to_floats(const Half* from, float* to, std::int64_t elements);
void to_floats(const BFloat16* from, float* to, std::int64_t elements);
void from_floats(const float* from, Half* to, std::int64_t elements);
void from_floats(const float* from, BFloat16* to, std::int64_t elements);

}  // namespace graphrun
