// The two 16-bit floating point types as storage: they convert to and from float, rounding to the
// nearest even, and arithmetic is done in float.

#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace graphrun {

namespace half_bits {
// Inline, so that loops over many elements are vectorised.
inline std::uint16_t from_float(float value) {
  const auto word = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>((word >> 16) & 0x8000u);
  const std::uint32_t magnitude = word & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return sign | 0x7e00u;   // NaN
  if (magnitude >= 0x477ff000u) return sign | 0x7c00u;  // 65520 and more round to infinity
  if (magnitude < 0x38800000u) {                        // below 2^-14: subnormal, in units of 2^-24
    const float units = std::bit_cast<float>(magnitude) * 16777216.0f;
    return sign | static_cast<std::uint16_t>(std::nearbyint(units));
  }
  // Rebias the exponent from 127 to 15 and round 23 fraction bits to 10, to nearest even.
  const std::uint32_t rebiased = magnitude - ((127u - 15u) << 23);
  return sign | static_cast<std::uint16_t>((rebiased + 0xfffu + ((rebiased >> 13) & 1u)) >> 13);
}

inline float to_float(std::uint16_t bits) {
  const std::uint32_t sign = (bits & 0x8000u) << 16;
  const std::uint32_t exponent = (bits >> 10) & 0x1fu;
  const std::uint32_t fraction = bits & 0x3ffu;
  if (exponent == 0) {
    const float value = static_cast<float>(fraction) / 16777216.0f;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) | sign);
  }
  const std::uint32_t wide = exponent == 0x1f ? 0xffu : exponent + 127 - 15;
  return std::bit_cast<float>(sign | (wide << 23) | (fraction << 13));
}

}  // namespace half_bits

// IEEE 754 binary16.
struct Half {
  std::uint16_t bits = 0;

  Half() = default;
  explicit Half(float value) : bits(half_bits::from_float(value)) {}
  explicit operator float() const { return half_bits::to_float(bits); }
};

// The upper half of a float: its range with 8 bits of precision.
struct BFloat16 {
  std::uint16_t bits = 0;

  BFloat16() = default;
  explicit BFloat16(float value) {
    const auto word = std::bit_cast<std::uint32_t>(value);
    const bool is_nan = (word & 0x7fffffffu) > 0x7f800000u;
    // Adding just under half of the last kept place, or half where that place is odd, rounds to
    // nearest even; a NaN must not be rounded into an infinity.
    bits = is_nan ? static_cast<std::uint16_t>((word >> 16) | 0x40u)
                  : static_cast<std::uint16_t>((word + 0x7fffu + ((word >> 16) & 1u)) >> 16);
  }
  explicit operator float() const { return std::bit_cast<float>(std::uint32_t{bits} << 16); }
};

}  // namespace graphrun
