// Element types, with TensorFlow's names: DT_FLOAT is "float" in TensorFlow's messages and
// "float32" in Python and in graph files.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/half.h"

namespace graphrun {

enum class DType : std::uint8_t {
  float16,
  bfloat16,
  float32,
  float64,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  boolean,
  complex64,
  complex128,
  string,
  resource,  // a handle: only declared ops have it, no tensor does
};

inline constexpr int kDTypes = static_cast<int>(DType::resource) + 1;

std::span<const DType> all_dtypes();

// In memory; a string's is that of std::string, a resource's is 0.
std::size_t bytes_per_element(DType dtype);

bool is_floating_point(DType dtype);
bool is_integer(DType dtype);
inline bool is_string(DType dtype) { return dtype == DType::string; }

// "float32", "bool", "string": graph files, JSON, numpy.
std::string_view name(DType dtype);
// "float", "int32": TensorFlow's messages ("type: float").
std::string_view message_name(DType dtype);
// "DT_FLOAT": TensorFlow's attributes.
std::string_view enum_name(DType dtype);

// Any of the three spellings, and Python's "tf.float32"; nullopt: no such type.
std::optional<DType> parse_dtype(std::string_view text);

// The DType of a C++ element type; only the types that tensors hold have one.
template <typename T>
inline constexpr DType dtype_of = [] { static_assert(sizeof(T) == 0, "no DType"); }();
template <>
inline constexpr DType dtype_of<Half> = DType::float16;
template <>
inline constexpr DType dtype_of<BFloat16> = DType::bfloat16;
template <>
inline constexpr DType dtype_of<float> = DType::float32;
template <>
inline constexpr DType dtype_of<double> = DType::float64;
template <>
inline constexpr DType dtype_of<std::int8_t> = DType::int8;
template <>
inline constexpr DType dtype_of<std::int16_t> = DType::int16;
template <>
inline constexpr DType dtype_of<std::int32_t> = DType::int32;
template <>
inline constexpr DType dtype_of<std::int64_t> = DType::int64;
template <>
inline constexpr DType dtype_of<std::uint8_t> = DType::uint8;
template <>
inline constexpr DType dtype_of<std::uint16_t> = DType::uint16;
template <>
inline constexpr DType dtype_of<std::uint32_t> = DType::uint32;
template <>
inline constexpr DType dtype_of<std::uint64_t> = DType::uint64;
template <>
inline constexpr DType dtype_of<bool> = DType::boolean;
template <>
inline constexpr DType dtype_of<std::string> = DType::string;

}  // namespace graphrun
