// The element types that the GPU module's kernels have code for: cuda_ops.def names one list for
// each type attribute, and the kernel visits the same list.

#pragma once

#include "kernels/type_list.h"

namespace graphrun {

using CudaFloats = TypeList<Half, float, double>;
using CudaFloatsAndInt64 = TypeList<Half, float, double, std::int64_t>;
using CudaFloatsAndInt32 = TypeList<Half, float, double, std::int32_t>;
using CudaRoundable = TypeList<Half, float, double, std::int32_t, std::int64_t>;
using CudaSums = TypeList<Half, float, double, std::int64_t, std::uint8_t>;
using CudaQuotients =
    TypeList<Half, float, double, std::int16_t, std::int64_t, std::uint8_t, std::uint16_t>;
using CudaOrdered =
    TypeList<Half, float, double, std::int8_t, std::int16_t, std::int64_t, std::uint8_t>;
using CudaComparable =
    TypeList<Half, float, double, std::int8_t, std::int16_t, std::int64_t, std::uint8_t, bool>;
using CudaFloatsAndBFloat16 = TypeList<Half, BFloat16, float, double>;

using CudaCastable =
    TypeList<Half, float, double, std::int8_t, std::int16_t, std::int32_t, std::int64_t,
             std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, bool>;
using CudaClippable = TypeList<Half, float, double, std::int8_t, std::int16_t, std::int64_t,
                               std::uint8_t, std::uint16_t>;
using CudaOnes = TypeList<Half, BFloat16, float, double, std::int64_t, bool>;
using CudaIndices = TypeList<std::uint8_t, std::int32_t, std::int64_t>;
using CudaRanked = TypeList<Half, float, double, std::int8_t, std::int16_t, std::int32_t,
                            std::int64_t, std::uint8_t, std::uint16_t>;
using CudaReals = TypeList<float, double>;
using CudaBFloat16 = TypeList<BFloat16>;
using CudaFloat32 = TypeList<float>;
using CudaSmallFloats = TypeList<Half, float>;

}  // namespace graphrun
