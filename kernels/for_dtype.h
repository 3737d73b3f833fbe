// From a dtype that is known while running to a type that is known while compiling.

#pragma once

#include <cassert>
#include <cstdint>
#include <string>
#include <type_traits>

#include "base/dtype.h"

namespace graphrun {

// Calls act(std::type_identity<T>{}) for the C++ type T of a number's dtype.
template <typename Act>
void for_number_type(DType dtype, const Act& act) {
  switch (dtype) {
    case DType::float16: return act(std::type_identity<Half>{});
    case DType::bfloat16: return act(std::type_identity<BFloat16>{});
    case DType::float32: return act(std::type_identity<float>{});
    case DType::float64: return act(std::type_identity<double>{});
    case DType::int8: return act(std::type_identity<std::int8_t>{});
    case DType::int16: return act(std::type_identity<std::int16_t>{});
    case DType::int32: return act(std::type_identity<std::int32_t>{});
    case DType::int64: return act(std::type_identity<std::int64_t>{});
    case DType::uint8: return act(std::type_identity<std::uint8_t>{});
    case DType::uint16: return act(std::type_identity<std::uint16_t>{});
    case DType::uint32: return act(std::type_identity<std::uint32_t>{});
    case DType::uint64: return act(std::type_identity<std::uint64_t>{});
    default: assert(false && "not a number's type");
  }
}

// The type that arithmetic on T is done in: float for the 16-bit types, and the unsigned type of
// the same width for integers, which wrap around as TensorFlow's do.
template <typename T>
using Arithmetic = typename std::conditional_t<
    std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>, std::type_identity<float>,
    std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>, std::type_identity<T>>>::type;

}  // namespace graphrun
